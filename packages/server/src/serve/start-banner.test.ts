import { describe, expect, it } from 'vitest';
import { serviceVersion } from '../service/service-version.ts';
import { type StartFacts, startBanner, startLine } from './start-banner.ts';

const adminKey = `tcrib_${'A'.repeat(16)}_${'b'.repeat(43)}`;
const agentKey = `tcrib_${'C'.repeat(16)}_${'d'.repeat(43)}`;
const facts: StartFacts = {
  url: 'http://127.0.0.1:7420',
  place: '/data/toolcrib.sqlite',
  toolCount: 17,
  filesFolder: '/data/files',
  keys: { kind: 'made', adminKey, agentKey },
  isLoopback: true,
  isEncrypted: false,
  refused: [],
};
const plain = { hasColors: false, columns: undefined };

describe('startBanner()', () => {
  it('shows the first time where everything is, and how to connect', () => {
    expect(startBanner(facts, plain).replace(serviceVersion, '<version>')).toMatchInlineSnapshot(`
      "
        Toolcrib <version> is running.

        API       http://127.0.0.1:7420/v1
        Docs      http://127.0.0.1:7420/docs
        MCP       http://127.0.0.1:7420/mcp/default
        Health    http://127.0.0.1:7420/readyz
        Database  /data/toolcrib.sqlite
        Tools     17
        Files     /data/files

        Two keys, shown only this once. They are kept nowhere else:

        Admin     tcrib_AAAAAAAAAAAAAAAA_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        For you: it may do everything, such as approving what agents ask for (toolcrib gates).

        Agent     tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd
        For agents: it may call tools. What is destructive waits for you.

        Connect Claude Code
          claude mcp add --transport http toolcrib http://127.0.0.1:7420/mcp/default \\
            --header "Authorization: Bearer tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd"

        Connect another MCP client
          {
            "mcpServers": {
              "toolcrib": {
                "type": "http",
                "url": "http://127.0.0.1:7420/mcp/default",
                "headers": {
                  "Authorization": "Bearer tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd"
                }
              }
            }
          }

        Try it
          curl "http://127.0.0.1:7420/v1/tenants/default/search?q=what+time+is+it" -H "Authorization: Bearer tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd"
          npx @modelcontextprotocol/inspector --cli http://127.0.0.1:7420/mcp/default --transport http \\
            --method tools/list --header "Authorization: Bearer tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd"

        Ctrl+C stops it.

      "
    `);
  });

  it('shows no key later, and says where to get one', () => {
    const text = startBanner({ ...facts, keys: { kind: 'known' } }, plain);

    expect(text).not.toMatch(/tcrib_|Bearer/);
    expect(text).toContain('toolcrib keys create');
  });

  it('warns if others can reach it', () => {
    expect(startBanner({ ...facts, isLoopback: false }, plain)).toContain('TLS');
    expect(startBanner({ ...facts, isLoopback: false, isEncrypted: true }, plain)).not.toContain('TLS');
    expect(startBanner(facts, plain)).not.toContain('TLS');
  });

  it('wraps sentences, but nothing that is to be copied', () => {
    const lines = startBanner(facts, { hasColors: false, columns: 50 }).split('\n');

    expect(
      lines
        .filter((line) => /^ {2}\S/.test(line) && !/http:|\/|tcrib_/.test(line))
        .every((line) => line.length <= 50),
    ).toBe(true);
    expect(lines).toContain(
      `    curl "http://127.0.0.1:7420/v1/tenants/default/search?q=what+time+is+it" -H "Authorization: Bearer ${agentKey}"`,
    );
  });

  it('has colours only if they are wanted', () => {
    expect(startBanner(facts, plain)).not.toContain('\u001B');
    expect(startBanner(facts, { ...plain, hasColors: true })).toContain('\u001B');
  });
});

describe('startLine()', () => {
  it('is one line of JSON', () => {
    expect(JSON.parse(startLine(facts))).toEqual({
      url: 'http://127.0.0.1:7420',
      mcpUrl: 'http://127.0.0.1:7420/mcp/default',
      database: '/data/toolcrib.sqlite',
      tools: 17,
      adminKey,
      agentKey,
    });
  });
});
