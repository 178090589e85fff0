import { Artifact, defineTool, type JsonObject } from 'toolcrib';
import { defaultArtifactKinds, forgeQueryTools } from 'toolcrib/artifacts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultTools } from '../../packages/server/src/mcp/own-tools.ts';
import { connectChecking, type ReadPart, type Result, sdkClients } from './checking-clients.ts';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const caller = actorWith(['caller']);
const base = { description: 'A tool.', effect: 'read', inputSchema: { type: 'object' } } as const;
const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` }));
const row = z.object({ id: z.number(), name: z.string() });

/** Gives about 30 bytes for each row. */
const rows = defineTool({
  ...base,
  name: 'rows',
  inputSchema: z.object({ count: z.number().int() }),
  outputSchema: z.object({ rows: z.array(row), more: row.optional() }),
  handler: ({ count }) => ({ rows: rowsOf(count) }),
});
const text = defineTool({
  ...base,
  name: 'text',
  inputSchema: z.object({ lines: z.number().int() }),
  handler: ({ lines }) => Array.from({ length: lines }, (_, index) => `line ${index} ✓\n`).join(''),
});
const tools = [rows, text];

interface Stored {
  readonly callId: string;
  readonly uri: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly message: string;
  readonly preview: string;
}

/** All parts of a resource, one after another, without what is said about going on. */
async function readAll(read: (uri: string) => Promise<readonly ReadPart[]>, uri: string) {
  const parts: ReadPart[] = [];
  for (let next: unknown = uri; typeof next === 'string'; next = parts.at(-1)?._meta?.['toolcrib/nextUri']) {
    const [part, about] = await read(next);
    if (part === undefined) throw new Error('A part is missing.');
    expect(about === undefined).toBe(part._meta?.['toolcrib/nextUri'] === undefined);
    parts.push(part);
  }
  return parts;
}

const storedOf = ({ structuredContent }: Result) => structuredContent?.storedResult as Stored;
const textsOf = ({ content }: Result) =>
  content.flatMap(({ text: shown }) => (shown === undefined ? [] : [shown]));

/** Sends without a client, which hides nothing. */
async function callTool(
  world: McpWorld,
  {
    actor = caller,
    ...params
  }: { readonly name: string; readonly arguments: object; readonly actor?: typeof caller },
) {
  const { body } = await sendMcp(world, { actor, ...modernRequest('tools/call', params) });
  return (body as { readonly result: Result }).result;
}

async function readResource(world: McpWorld, uri: string, actor = caller) {
  const { body, headers } = modernRequest('resources/read', { uri });
  return await sendMcp(world, { actor, body, headers: { ...headers, 'mcp-name': uri } });
}

describe.each(sdkClients)('large results, %s', (name) => {
  it('of JSON are whole up to 256 KiB', async () => {
    const { call } = await connectChecking(name, createMcpWorld({ tools }));

    const result = await call('rows', { count: 5_000 });

    expect(result.structuredContent).toEqual({ rows: rowsOf(5_000) });
    expect(JSON.parse(textsOf(result)[0] ?? '')).toEqual({ rows: rowsOf(5_000) });
  });

  it('of text are whole up to 256 KiB', async () => {
    const { call } = await connectChecking(name, createMcpWorld({ tools }));

    const result = await call('text', { lines: 10_000 });

    expect(textsOf(result)[0]).toBe(
      Array.from({ length: 10_000 }, (_, index) => `line ${index} ✓\n`).join(''),
    );
  });

  it('of JSON beyond that are a link, read in parts and asked', async () => {
    const { call, read } = await connectChecking(name, createMcpWorld({ tools }));

    const result = await call('rows', { count: 30_000 });

    const stored = storedOf(result);
    const whole = JSON.stringify({ rows: rowsOf(30_000) });
    expect(result.isError).toBeFalsy();
    expect(stored).toMatchObject({ mimeType: 'application/json', bytes: whole.length });
    expect(whole.startsWith(stored.preview)).toBe(true);
    expect(stored.message).toContain(`call query_result with this call id`);
    expect(textsOf(result)).toEqual([stored.preview, stored.message]);
    expect(result.content.at(-1)).toMatchObject({
      type: 'resource_link',
      uri: stored.uri,
      size: whole.length,
    });
    const parts = await readAll(read, stored.uri);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((part) => part.text).join('')).toBe(whole);
    const args = {
      callId: stored.callId,
      query: 'artifact_json_get',
      arguments: { path: '/rows/29999/name' },
    };
    const [answer] = textsOf(await call('query_result', args));
    expect(answer).toContain('row 29999');
  });

  it('of text beyond that are a link, read in parts and asked', async () => {
    const { call, read } = await connectChecking(name, createMcpWorld({ tools, maxResultBytes: 40_000 }));

    const result = await call('text', { lines: 20_000 });

    const link = result.content.at(-1);
    expect([result.isError, result.structuredContent, link?.type]).toEqual([
      undefined,
      undefined,
      'resource_link',
    ]);
    const parts = await readAll(read, link?.uri ?? '');
    const whole = Array.from({ length: 20_000 }, (_, index) => `line ${index} ✓\n`).join('');
    expect(parts.map((part) => part.text).join('')).toBe(whole);
    const callId = result._meta?.['toolcrib/callId'];
    const found = await call('query_result', {
      callId,
      query: 'artifact_grep',
      arguments: { pattern: '^line 1234 ' },
    });
    expect(textsOf(found)).toEqual(['1 match. Everything was searched.\n1235: line 1234 ✓']);
  });
});

describe('large results', () => {
  const options = { maxResultBytes: 32_768 };

  it('are of the caller who made the call, and of no other', async () => {
    const world = createMcpWorld({ tools, ...options });
    const stored = storedOf(await callTool(world, { name: 'rows', arguments: { count: 3_000 } }));
    const other = actorWith(['admin'], { id: 'key:other' });
    const args = { callId: stored.callId, query: 'artifact_head' };

    const own = await callTool(world, { name: 'query_result', arguments: args });
    const foreign = await callTool(world, { name: 'query_result', arguments: args, actor: other });
    const unknown = await callTool(world, {
      name: 'query_result',
      arguments: { ...args, callId: 'nothing' },
    });

    expect(own.isError).toBeUndefined();
    expect(foreign).toMatchObject({ isError: true });
    expect(textsOf(foreign)[0]?.replace(stored.callId, 'nothing')).toBe(textsOf(unknown)[0]);
    expect((await readResource(world, stored.uri)).body).toMatchObject({ result: { contents: [{}, {}] } });
    for (const [uri, actor] of [
      [stored.uri, other],
      ['toolcrib://calls/nothing/result', caller],
      [`${stored.uri}?from=${stored.bytes + 1}`, caller],
      ['toolcrib://calls/%/result', caller],
      ['file:///etc/passwd', caller],
    ] as const) {
      const { body } = await readResource(world, uri, actor);
      expect(body).toMatchObject({ error: { message: expect.stringContaining('not found') } });
    }
    expect(world.faults).toEqual([]);
  });

  it('have no secrets in what is shown of them', async () => {
    const secrets = `${'x'.repeat(1_000)} ${SECRET}\n`.repeat(100);
    const leak = defineTool({ ...base, name: 'leak', handler: () => secrets });
    const leakRows = defineTool({
      ...base,
      name: 'leak_rows',
      outputSchema: { type: 'object', properties: { keys: { type: 'array' } } },
      handler: () => ({
        [SECRET]: 1,
        keys: Array.from({ length: 2_000 }, () => SECRET),
        named: { [SECRET]: 1 },
      }),
    });
    const world = createMcpWorld({ tools: [leak, leakRows], ...options });
    const whole = createMcpWorld({ tools: [leak, leakRows] });

    const [large, largeRows] = [
      await callTool(world, { name: 'leak', arguments: {} }),
      await callTool(world, { name: 'leak_rows', arguments: {} }),
    ];
    const callId = large._meta?.['toolcrib/callId'];
    const rowQueries = [
      { query: 'artifact_json_slice', arguments: { path: '/keys', limit: 3 } },
      { query: 'artifact_json_filter', arguments: { path: '/keys', operator: 'exists', limit: 3 } },
      { query: 'artifact_json_get', arguments: { path: '/named' } },
      { query: 'artifact_json_get', arguments: { path: '' } },
    ].map((query) => ({ callId: storedOf(largeRows).callId, ...query }));
    const shown = [
      ...[large, largeRows, await callTool(whole, { name: 'leak', arguments: {} })],
      await callTool(whole, { name: 'leak_rows', arguments: {} }),
      await callTool(world, { name: 'query_result', arguments: { callId, query: 'artifact_tail' } }),
      (await readResource(world, `toolcrib://calls/${callId}/result?from=1010`)).body,
      ...(await Promise.all(
        rowQueries.map((query) => callTool(world, { name: 'query_result', arguments: query })),
      )),
    ];

    expect(shown).toHaveLength(10);
    for (const one of shown) {
      const json = JSON.stringify(one);
      expect(json).toContain('redacted');
      expect(json).not.toContain('ghp_');
      expect(json).not.toContain(SECRET.slice(8, 30));
    }
  });

  it('take few parts also where every line has a secret', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `user ${index} password=hunter${index}x\n`);
    const leak = defineTool({ ...base, name: 'leak', handler: () => lines.join('') });
    const world = createMcpWorld({ tools: [leak] });
    const { content } = await callTool(world, { name: 'leak', arguments: {} });

    const read = async (uri: string) =>
      ((await readResource(world, uri)).body as { result: { contents: readonly ReadPart[] } }).result
        .contents;
    const parts = await readAll(read, content.at(-1)?.uri ?? '');

    const whole = parts.map((part) => part.text).join('');
    expect(parts.length).toBeLessThan(6);
    expect(whole).toBe(lines.join('').replaceAll(/hunter\d+x/g, '[redacted:password]'));
  });

  it('that are no text can only be read as a resource', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    const world = createMcpWorld({
      tools: [defineTool({ ...base, name: 'zip', handler: () => bytes })],
      ...options,
    });

    const result = await callTool(world, { name: 'zip', arguments: {} });

    const uri = result.content.at(-1)?.uri ?? '';
    const read = async (part: string) =>
      ((await readResource(world, part)).body as { result: { contents: readonly ReadPart[] } }).result
        .contents;
    const parts = await readAll(read, uri);
    expect(textsOf(result)).toEqual([expect.not.stringContaining('query_result')]);
    expect(Buffer.concat(parts.map(({ blob }) => Buffer.from(blob ?? '', 'base64'))).equals(bytes)).toBe(
      true,
    );
  });

  it('do not include a small binary one, which is not sent because it is not text', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1);
    const world = createMcpWorld({ tools: [defineTool({ ...base, name: 'png', handler: () => png })] });

    const result = await callTool(world, { name: 'png', arguments: {} });

    const { uri } = result.content.at(-1) ?? {};
    const callId = result._meta?.['toolcrib/callId'];
    expect(textsOf(result)).toEqual([
      `The result of call ${callId} is 10 bytes of application/octet-stream, not sent because it is not text. Nothing of it is shown. Calling the tool again gives no more than that. All of it is the resource ${uri}.`,
    ]);
  });

  it('that a tool keeps itself are told to be lost where the store does not have them', async () => {
    class Own extends Artifact {
      override stream() {
        return new Blob(['x'.repeat(100_000)]).stream();
      }
    }
    const own = new Own({ id: 'own', mimeType: 'text/plain', byteLength: 100_000 });
    const world = createMcpWorld({
      tools: [defineTool({ ...base, name: 'own', handler: () => own })],
      ...options,
    });

    const result = await callTool(world, { name: 'own', arguments: {} });

    expect(textsOf(result)[1]).toContain('It is not kept');
    expect(result.content.some(({ type }) => type === 'resource_link')).toBe(false);
  });

  it('are told though they cannot be read back now', async () => {
    let reads = 0;
    class Failing extends Artifact {
      override stream() {
        // The runtime has read the beginning.
        if (reads++ > 0) throw new Error('the disk has failed');
        return new Blob(['x'.repeat(10_000)]).stream();
      }
    }
    const artifact = new Failing({ id: 'failing', mimeType: 'text/plain', byteLength: 10_000 });
    const world = createMcpWorld({
      tools: [defineTool({ ...base, name: 'failing', handler: () => artifact })],
    });

    const result = await callTool(world, { name: 'failing', arguments: {} });

    expect(textsOf(result)[0]).toMatch(/^x+$/);
    expect(JSON.stringify(result)).not.toContain('disk');
    expect(world.faults).toEqual([new Error('the disk has failed')]);
  });
});

describe('query_result', () => {
  async function storeText(handler: () => string) {
    const world = createMcpWorld({
      tools: [defineTool({ ...base, name: 'big', handler })],
      maxResultBytes: 32_768,
    });
    const { _meta: meta } = await callTool(world, { name: 'big', arguments: {} });
    const callId = String(meta?.['toolcrib/callId']);
    const query = async (args: object) =>
      await callTool(world, {
        name: 'query_result',
        arguments: { callId, ...args },
      });
    return { world, query, callId };
  }

  it('says what is wrong with a question', async () => {
    const { world, query, callId } = await storeText(() => 'line\n'.repeat(20_000));

    const answers = [
      await query({ query: 'artifact_grep', arguments: {} }),
      await query({ query: 'artifact_grep', arguments: { pattern: '(' } }),
      await query({ query: 'artifact_head', arguments: { lines: 0, more: 1 } }),
      await query({ query: 'artifact_head', arguments: { artifacts: [callId] } }),
      await query({ query: 'artifact_line_count', arguments: { more: 1 } }),
      await query({ query: 'artifact_head', arguments: [] }),
      await query({ query: 'artifact_json_get', arguments: {} }),
      await query({ query: 'artifact_list' }),
      await query({ query: 'constructor' }),
      await query({ callId: 5, query: 'artifact_head' }),
    ];

    expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => true));
    const shown = answers.map((answer) => textsOf(answer)[0]?.replaceAll(callId, 'ID'));
    expect(shown).toMatchInlineSnapshot(`
      [
        "Tool "artifact_grep" got invalid arguments: pattern is required.",
        "About artifact "ID": The pattern is not a valid regular expression. Simplify it, or search for plain text with isLiteral: true.",
        "Tool "artifact_head" got invalid arguments: lines must be at least 1; more is not an allowed property; allowed are "lines".",
        "Tool "artifact_head" got invalid arguments: artifacts is not an allowed property; allowed are "lines".",
        "Tool "artifact_line_count" got invalid arguments: more is not an allowed property.",
        "arguments must be an object.",
        "artifact_json_get cannot be asked about the result of call ID, which is of another kind.",
        "query must be one of artifact_head, artifact_tail, artifact_cat, artifact_grep, artifact_line_count, artifact_token_estimate, artifact_byte_length, artifact_json_type, artifact_json_keys, artifact_json_length, artifact_json_get, artifact_json_slice, artifact_json_filter, artifact_json_pluck, artifact_markdown_frontmatter, artifact_markdown_headings, artifact_markdown_section, artifact_markdown_code_blocks, artifact_markdown_links, artifact_markdown_text.",
        "query must be one of artifact_head, artifact_tail, artifact_cat, artifact_grep, artifact_line_count, artifact_token_estimate, artifact_byte_length, artifact_json_type, artifact_json_keys, artifact_json_length, artifact_json_get, artifact_json_slice, artifact_json_filter, artifact_json_pluck, artifact_markdown_frontmatter, artifact_markdown_headings, artifact_markdown_section, artifact_markdown_code_blocks, artifact_markdown_links, artifact_markdown_text.",
        "callId must be the id of a call.",
      ]
    `);
    expect(world.faults).toEqual([]);
  });

  it('has an answer for every pattern, and bounds it', async () => {
    const { query } = await storeText(() => `${'a'.repeat(50_000)}!\n`.repeat(20));

    const hostile = await query({ query: 'artifact_grep', arguments: { pattern: '^(a+)+$' } });
    const all = await query({ query: 'artifact_cat' });

    expect(textsOf(hostile)[0]).toContain('No matches. Everything was searched.');
    expect(textsOf(all)[0]?.length).toBeLessThan(20_000);
    expect(textsOf(all)[0]).toContain('Continue with fromByte: ');
  });

  it('reads one document of a caller at a time', async () => {
    const world = createMcpWorld({ tools });
    const { callId } = storedOf(await callTool(world, { name: 'rows', arguments: { count: 20_000 } }));
    const find = world.calls.artifact;
    let [reading, most] = [0, 0];
    class Counted extends Artifact {
      override stream() {
        const bytes = new TextEncoder().encode(JSON.stringify({ rows: rowsOf(20_000) }));
        return new ReadableStream<Uint8Array>({
          start: () => {
            reading += 1;
            most = Math.max(most, reading);
          },
          pull: (controller) => {
            controller.enqueue(bytes);
            controller.close();
            reading -= 1;
          },
        });
      }
    }
    Object.assign(world.calls, {
      artifact: async (...asked: Parameters<typeof find>) => {
        const { id, mimeType, byteLength } = await find(...asked);
        return new Counted({ id, mimeType, byteLength });
      },
    });
    const query = { callId, query: 'artifact_json_length', arguments: { path: '/rows' } };

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callTool(world, { name: 'query_result', arguments: query })),
    );

    expect(answers.flatMap(textsOf)).toEqual(Array.from({ length: 5 }, () => '20000 elements'));
    expect(most).toBe(1);
  });

  it('does not take the place of a tool of the catalog', async () => {
    const own = defineTool({ ...base, name: 'query_result', handler: () => 'the tool was called' });
    const world = createMcpWorld({ tools: [own, text], maxResultBytes: 32_768 });
    const list = modernRequest('tools/list', {});

    const called = await callTool(world, { name: 'query_result', arguments: {} });
    const result = await callTool(world, { name: 'text', arguments: { lines: 10_000 } });
    const { text: listed } = await sendMcp(world, { actor: caller, ...list });

    expect(textsOf(called)).toEqual(['the tool was called']);
    expect(listed.match(/"name":"query_result"/g)).toHaveLength(1);
    expect(textsOf(result)[1]).not.toContain('query_result');
    expect(textsOf(result)[1]).toContain('toolcrib://calls/');
  });

  it('describes the queries that the library has, with their arguments', () => {
    const result = (mimeType: string) => ({
      kind: 'artifact' as const,
      artifact: new (class extends Artifact {
        override stream() {
          return new Blob([]).stream();
        }
      })({ id: mimeType, mimeType, byteLength: 0 }),
      preview: '',
    });
    const turnToolCalls = ['application/json', 'text/markdown'].map((mimeType) => ({
      ...{ toolName: 'a', isRedacted: true, isEphemeral: false },
      result: result(mimeType),
    }));

    const forged = forgeQueryTools(defaultArtifactKinds, { tools: new Map(), turnToolCalls });

    const own = resultTools.find(({ name }) => name === 'query_result');
    const described = forged.all().flatMap(({ name, inputSchema }) => {
      const { artifacts, ...args } = inputSchema.properties as JsonObject;
      return artifacts === undefined ? [] : [`${name}(${Object.keys(args).join(', ')})`];
    });
    expect(described.toSorted()).toEqual(
      [...(own?.description ?? '').matchAll(/artifact_\w+\(.*?\)/g)].map(String).toSorted(),
    );
  });
});

describe('an output schema', () => {
  it.each([
    {
      name: 'definitions',
      schema: { $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } },
    },
    { name: 'itself', schema: { properties: { child: { $ref: '#' } } } },
    { name: 'a place', schema: { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } } },
  ])('that refers to $name is one by which clients accept both results', async ({ schema }) => {
    const outputSchema = { type: 'object', additionalProperties: false, ...schema } as const;
    const make = (name: string, a: string) =>
      defineTool({
        ...base,
        name,
        outputSchema,
        handler: () => ('$defs' in schema || 'a' in schema.properties ? { a } : {}),
      });
    const world = createMcpWorld({ tools: [make('small', 'x'), make('large', 'x'.repeat(300_000))] });

    for (const client of sdkClients) {
      const { call } = await connectChecking(client, world);
      expect((await call('small', {})).structuredContent).toBeDefined();
      expect((await call('large', {})).isError).toBeFalsy();
    }
  });
});
