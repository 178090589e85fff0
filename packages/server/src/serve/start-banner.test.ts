import { describe, expect, it } from 'vitest';
import { serviceVersion } from '../service/service-version.ts';
import { type StartFacts, startBanner, startLine } from './start-banner.ts';

const adminKey = `tcrib_${'A'.repeat(16)}_${'b'.repeat(43)}`;
const agentKey = `tcrib_${'C'.repeat(16)}_${'d'.repeat(43)}`;
const facts: StartFacts = {
  url: 'http://127.0.0.1:7420',
  place: '/data/toolcrib.sqlite',
  tools: { callable: 17, uncallable: {} },
  filesFolder: '/data/files',
  keys: { kind: 'made', adminKey, agentKey },
  command: 'toolcrib',
  dataFolder: '/data',
  isLoopback: true,
  isEncrypted: false,
  tlsProblem: undefined,
  refused: [],
};
/** The block of lines that begins so. */
function textOf(banner: string, start: string): string | undefined {
  return banner.split('\n\n').find((block) => block.trimStart().startsWith(start));
}

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
        Tools     17 can be called
        Files     /data/files

        Two keys, shown only this once. They are kept nowhere else:

        Admin     tcrib_AAAAAAAAAAAAAAAA_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        For you: it may do everything, such as approving calls (toolcrib gates).

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
          npx @modelcontextprotocol/inspector --cli \\
            http://127.0.0.1:7420/mcp/default --transport http --method tools/list \\
            --header "Authorization: Bearer tcrib_CCCCCCCCCCCCCCCC_ddddddddddddddddddddddddddddddddddddddddddd"

        Ctrl+C stops it.

      "
    `);
  });

  it('shows no key later, and says where to get one', () => {
    const keys = { kind: 'known', isAdminUsed: true } as const;
    const text = startBanner({ ...facts, keys }, plain);

    expect(text).not.toMatch(/tcrib_|Bearer/);
    expect(textOf(text, 'Use a key')).toMatchInlineSnapshot(`
      "  Use a key that was made before. If all are lost, make one on this machine:
          toolcrib keys create admin --role admin --scope '*' --all-tenants \\
            --data /data"
    `);
  });

  it('says so if the first admin key may have been lost', () => {
    const keys = { kind: 'known', isAdminUsed: false } as const;
    const own = { ...facts, keys, command: 'npx toolcrib', dataFolder: "/it's data" };

    expect(textOf(startBanner(own, plain), 'No admin key')).toMatchInlineSnapshot(`
      "  No admin key has been used yet. If the one of the first start was lost, or was
        never shown because that start was interrupted, make another on this machine:
          npx toolcrib keys create admin --role admin --scope '*' --all-tenants \\
            --data '/it'\\''s data'"
    `);
    expect(
      textOf(startBanner({ ...own, dataFolder: undefined }, plain), 'No admin key'),
    ).toMatchInlineSnapshot(`
      "  No admin key has been used yet. If the one of the first start was lost, or was
        never shown because that start was interrupted, make another on this machine:
          npx toolcrib keys create admin --role admin --scope '*' --all-tenants
          (with DATABASE_URL as here, and without TOOLCRIB_URL)"
    `);
    expect(
      textOf(startBanner({ ...facts, keys: { kind: 'elsewhere' } }, plain), 'Another'),
    ).toMatchInlineSnapshot(`
      "  Another process makes the first keys and shows them. If it was stopped before
        it showed them, make one on this machine:
          toolcrib keys create admin --role admin --scope '*' --all-tenants \\
            --data /data"
    `);
  });

  it('tells how many tools can be called, and why others cannot', () => {
    const tools = {
      callable: 12,
      uncallable: { unbound: 100, refused: 1, disabled: 2, draft: 1, differs: 3, quarantined: 1, sunset: 1 },
    };

    expect(textOf(startBanner({ ...facts, tools }, plain), 'API')).toMatchInlineSnapshot(`
      "  API       http://127.0.0.1:7420/v1
        Docs      http://127.0.0.1:7420/docs
        MCP       http://127.0.0.1:7420/mcp/default
        Health    http://127.0.0.1:7420/readyz
        Database  /data/toolcrib.sqlite
        Tools     12 can be called, 109 cannot: 2 disabled, 1 quarantined, 1 past the
                  sunset, 1 waiting for approval, 3 with code that differs, 100
                  without code, 1 refused (toolcrib list --all)
        Files     /data/files"
    `);
    expect(JSON.parse(startLine({ ...facts, tools }))).toMatchObject({
      tools: 12,
      toolsNotCallable: { unbound: 100, draft: 1 },
    });
  });

  it('fits a terminal of 80 columns, but for lines with a key to be copied', () => {
    const keys = { kind: 'known', isAdminUsed: false } as const;
    const tools = { callable: 1, uncallable: { disabled: 1, quarantined: 1, differs: 1, unbound: 1 } };
    const banners = [facts, { ...facts, keys, tools, isLoopback: false, command: 'npx toolcrib' }];

    const lines = banners.flatMap((each) => startBanner(each, plain).split('\n'));

    expect(lines.filter((line) => line.length > 80 && !line.includes('Bearer'))).toEqual([]);
  });

  it('warns if others can reach it', () => {
    expect(startBanner({ ...facts, isLoopback: false }, plain)).toContain('TLS');
    expect(startBanner({ ...facts, isLoopback: false, isEncrypted: true }, plain)).not.toContain('TLS');
    expect(startBanner(facts, plain)).not.toContain('TLS');
  });

  it('warns of a certificate that clients refuse', () => {
    const tlsProblem = `The TLS certificate expired at ${'x'.repeat(24)}: clients refuse it. Replace its files.`;
    const text = startBanner({ ...facts, isEncrypted: true, tlsProblem }, plain);

    expect(textOf(text, 'The TLS')?.replaceAll(/\s+/g, ' ').trim()).toBe(tlsProblem);
    expect(text.split('\n').find((line) => line.includes('TLS certificate'))?.length).toBeLessThan(81);
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
      toolsNotCallable: {},
      adminKey,
      agentKey,
    });
  });
});
