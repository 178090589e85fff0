import { Tool, ToolError } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../packages/server/src/operations/log.ts';
import { openTestService } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const team = '/v1/tenants/default';
const config = 'host = "db"\npassword = "changeme"\n';
const link = 'https://files.test/o?X-Amz-Date=1&X-Amz-Signature=0123456789abcdef';
const text = `${config}${link}`;

const inputSchema = { type: 'object' } as const;
const outputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
const tools = [
  new Tool({
    name: 'read_page',
    description: 'Reads a page.',
    effect: 'read',
    inputSchema,
    handler: () => text,
  }),
  new Tool({
    name: 'read_record',
    description: 'Reads a record.',
    effect: 'read',
    inputSchema,
    outputSchema,
    handler: () => ({ text }),
  }),
  new Tool({
    name: 'read_file',
    description: 'Reads a file that is edited.',
    effect: 'read',
    trusted: true,
    redact: false,
    inputSchema,
    handler: () => text,
  }),
];

describe('a result with secrets over MCP', () => {
  it.each(mcpRevisions)(
    'says what was redacted, and is whole where its tool asks for it: %s',
    async (revision) => {
      const service = await openTestService({ tools });
      const { key } = await service.makeKey({ roles: ['caller'] });
      const call = async (name: string) => {
        const params = { name, arguments: {} };
        const { last } = await askMcp(service, { key, revision, method: 'tools/call', params });
        return last.result as { content: readonly { text: string }[]; structuredContent?: unknown };
      };

      const page = await call('read_page');
      const record = await call('read_record');
      const file = await call('read_file');

      for (const { content } of [page, record]) {
        expect(content).toHaveLength(2);
        expect(content[0]?.text).toContain('[redacted:password]');
        expect(content[0]?.text).toContain('X-Amz-Signature=[redacted:signature]');
        expect(content[1]?.text).toMatch(/^Redacted from this result: 1 password, 1 signature\. /);
      }
      expect(JSON.stringify(record)).not.toMatch(/changeme|0123456789abcdef/);
      expect(file.content.map((part) => part.text)).toEqual([text]);
    },
  );
});

describe('the result of an earlier call', () => {
  it.each(mcpRevisions)(
    'is not shown whole because another toolset has a trusted tool of its name: %s',
    async (revision) => {
      const service = await openTestService({ tools });
      await service.ask('PUT', `${team}/toolsets/files`, {
        body: { tools: [{ tool: 'read_file', wireName: 'read_page' }] },
      });
      const { key } = await service.makeKey({ roles: ['caller'] });
      const look = async (toolset: string | undefined, path: string) => {
        const call = { tool: 'read_page', arguments: {}, ...(toolset && { toolset }) };
        const { body } = await service.ask('POST', `${team}/calls`, { key, body: call });
        const params = { name: 'call_result', arguments: { callId: body.id } };
        return (await askMcp(service, { key, revision, path, method: 'tools/call', params })).text;
      };

      expect(await look(undefined, '/mcp/default/files')).not.toContain('changeme');
      expect(await look(undefined, '/mcp/default')).not.toContain('changeme');
      expect(await look('files', '/mcp/default')).not.toContain('changeme');
      expect(await look('files', '/mcp/default/files')).toContain('changeme');
    },
  );
});

describe('a line of the log', () => {
  it.each(['token=walnut', 'secret=walnut', 'Cookie: walnut', 'Set-Cookie: walnut; Path=/'])(
    'has no secret of %j',
    (words) => {
      const lines: string[] = [];
      const log = createLog({ write: (line) => void lines.push(line) });

      log.warn(`The issuer refused ${words}`, { reason: words });

      expect(lines.join()).toContain('[redacted');
      expect(lines.join()).not.toContain('walnut');
    },
  );
});

describe('the words of a ToolError', () => {
  it('have no token in them, over HTTP, over MCP and in the audit log', async () => {
    const refuse = new Tool({
      name: 'refuse',
      description: 'Fails.',
      inputSchema,
      handler: () => Promise.reject(new ToolError('401 for token=walnut')),
    });
    const service = await openTestService({ tools: [refuse] });
    const { key } = await service.makeKey({ roles: ['admin'] });

    const answers = [
      await service.ask('POST', `${team}/calls`, { key, body: { tool: 'refuse', arguments: {} } }),
      await askMcp(service, {
        key,
        revision: mcpRevisions[0],
        method: 'tools/call',
        params: { name: 'refuse', arguments: {} },
      }),
      await service.ask('GET', `${team}/audit/export`),
    ];

    expect(answers[0]?.text).toContain('401 for token=[redacted:secret]');
    for (const answer of answers) expect(answer.text).not.toContain('walnut');
  });
});

describe('what a tool asks at a gate', () => {
  it('has no secret in it for whoever made the call, at once, later or again', async () => {
    const question = {
      name: 'which',
      prompt: 'Use postgres://app:walnut@db?',
      schema: { type: 'string' },
    } as const;
    const connect = new Tool({
      name: 'connect',
      description: 'Asks which database to use.',
      inputSchema,
      handler: async (_, ctx) => `${await ctx.waitFor(question)}`,
    });
    const service = await openTestService({ tools: [connect] });
    const { key } = await service.makeKey({ roles: ['caller', 'approver'] });
    const call = () =>
      service.ask('POST', `${team}/calls`, { key, body: { tool: 'connect', idempotencyKey: 'once' } });

    const first = await call();
    const answers = [
      first,
      await call(),
      await service.ask('GET', `${team}/gates/${first.body.gate.id}`, { key }),
      await service.ask('GET', `${team}/calls/${first.body.id}`, { key }),
      await service.ask('GET', `${team}/events?limit=500`, { key }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 200, 200]);
    expect(answers.map(({ body }) => body.gate?.prompt).slice(0, 2)).toEqual([
      'Use postgres://app:[redacted:password]@db?',
      'Use postgres://app:[redacted:password]@db?',
    ]);
    for (const { text: answer } of answers) expect(answer).not.toContain('walnut');
  });
});
