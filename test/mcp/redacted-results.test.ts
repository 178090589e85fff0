import { defineTool, type JsonObject } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectChecking, sdkClients } from './checking-clients.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const base = { description: 'A tool.', effect: 'read', inputSchema: { type: 'object' } } as const;
const SIGNATURE = '3f1c9a0b7d2e4856a1b2c3d4e5f60718293a4b5c6d7e8f901a2b3c4d5e6f7081';
const LINK = `https://bucket.s3.amazonaws.com/report.pdf?X-Amz-Expires=900&X-Amz-Signature=${SIGNATURE}`;
const KEY = 'sk-proj-Q7w2E9r4T6y1U8i3O5p0A2s4D6f8G1h3J5k7';

const textOf = ({ content }: { readonly content: readonly { readonly text?: string }[] }) =>
  content.map(({ text }) => text).join('\n');

/** Results that are valid, and are not once their secrets are placeholders. */
const broken = [
  { name: 'a link', schema: z.object({ url: z.url() }), value: { url: LINK }, secret: SIGNATURE },
  {
    name: 'a link of one of several kinds',
    schema: z.object({ links: z.array(z.union([z.url(), z.number()])) }),
    value: { links: [1, LINK] },
    secret: SIGNATURE,
  },
  {
    name: 'a pattern',
    schema: z.object({ apiKey: z.string().regex(/^sk-/) }),
    value: { apiKey: KEY },
    secret: KEY,
  },
  {
    name: 'a length',
    schema: z.object({ password: z.string().max(16) }),
    value: { password: 'hunter2abc!' },
    secret: 'hunter2',
  },
  {
    name: 'a literal',
    schema: z.object({ password: z.literal('hunter2abc!') }),
    value: { password: 'hunter2abc!' },
    secret: 'hunter2',
  },
];

describe.each(sdkClients)('results with secrets, %s', (client) => {
  it.each(broken)(
    'that break $name are text that the listed schema admits',
    async ({ schema, value, secret }) => {
      const tool = defineTool({
        ...base,
        name: 'give',
        outputSchema: schema as never,
        handler: () => value as never,
      });
      const { call } = await connectChecking(client, createMcpWorld({ tools: [tool] }));

      const result = await call('give', {});

      const { redactedResult } = result.structuredContent as { redactedResult: Record<string, string> };
      expect(result.isError).toBeFalsy();
      expect(redactedResult).toEqual({
        callId: result._meta?.['toolcrib/callId'],
        message: expect.stringMatching(/^Redacted from this result: 1 .*trusted: true and redact: false\.$/),
        text: expect.stringContaining('[redacted'),
      });
      expect(textOf(result)).toBe(`${redactedResult.text}\n${redactedResult.message}`);
      expect(JSON.stringify(result)).not.toContain(secret);
    },
  );

  it('that still fit stay structured', async () => {
    const outputSchema = z.object({
      note: z.string(),
      at: z.iso.datetime(),
      link: z.union([z.url(), z.string()]),
    });
    const value = { note: `the key is ${KEY}`, at: '2026-11-15T10:00:00Z', link: LINK };
    const tool = defineTool({ ...base, name: 'give', outputSchema, handler: () => value });
    const { call } = await connectChecking(client, createMcpWorld({ tools: [tool] }));

    const { structuredContent } = await call('give', {});

    expect(structuredContent).toMatchObject({ note: 'the key is [redacted:key]', at: value.at });
    expect(JSON.stringify(structuredContent)).not.toContain(SIGNATURE);
  });

  it('of a trusted tool that is not redacted are whole', async () => {
    const outputSchema = z.object({ url: z.url() });
    const options = { ...base, name: 'give', outputSchema, trusted: true, redact: false };
    const tool = defineTool({ ...options, handler: () => ({ url: LINK }) });
    const { call } = await connectChecking(client, createMcpWorld({ tools: [tool] }));

    expect((await call('give', {})).structuredContent).toEqual({ url: LINK });
  });

  it.each([
    { value: { url: 'https://example.com' }, structure: { url: 'https://example.com' } },
    { value: { url: LINK }, structure: { redactedResult: { callId: expect.any(String) } } },
  ])('fit the schema that a client still lists for a removed tool, $value', async (given) => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const tool = defineTool({
      ...base,
      name: 'give',
      outputSchema: z.object({ url: z.url() }),
      handler: async () => {
        begun.resolve();
        await goOn.promise;
        return given.value;
      },
    });
    const world = createMcpWorld({ tools: [tool] });
    const { call } = await connectChecking(client, world);

    const answer = call('give', {});
    await begun.promise;
    world.setTools([]);
    goOn.resolve();

    expect((await answer).structuredContent).toMatchObject(given.structure);
  });
});

describe('results with secrets', () => {
  it('are text where the rest is no JSON any more', async () => {
    const outputSchema = { type: 'object', properties: { pin: { type: 'number' } } } as const;
    const tool = defineTool({ ...base, name: 'give', outputSchema, handler: () => ({ pin: 471_108 }) });
    const world = createMcpWorld({ tools: [tool], redact: (text) => text.replaceAll('471108', '<gone>') });
    const actor = actorWith(['caller']);

    const { body } = await sendMcp(world, {
      actor,
      ...modernRequest('tools/call', { name: 'give', arguments: {} }),
    });

    const { structuredContent } = (body as { result: { structuredContent: JsonObject } }).result;
    expect(structuredContent).toMatchObject({ redactedResult: { text: '{"pin":<gone>}' } });
  });
});
