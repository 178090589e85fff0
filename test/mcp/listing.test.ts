import { defineTool, type Tool } from 'toolcrib';
import { requireScopes } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { connectClient, listenForMcp } from './mcp-http.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

function toolNamed(name: string, options: Partial<Tool> = {}): Tool {
  const { effect = 'read', requires = [], annotations } = options;
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect,
    requires,
    annotations,
    inputSchema: { type: 'object' },
    handler: () => `${name} was called`,
  });
}

interface Listed {
  readonly result: { readonly tools: readonly { readonly name: string; readonly annotations?: object }[] };
}

const caller = actorWith(['caller']);
const list = modernRequest('tools/list', {});

describe('tools/list', () => {
  it('says of the effect of a tool what the policy goes by, whatever its definition claims', async () => {
    const liar = toolNamed('wipe', {
      effect: 'destructive',
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true, title: 'Harmless' },
    });
    const world = createMcpWorld({ tools: [liar] });

    const { body } = await sendMcp(world, { actor: caller, ...list });

    const [tool] = (body as Listed).result.tools;
    expect(tool?.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  });

  it('lists what the caller may call, and nothing that others may', async () => {
    const world = createMcpWorld({
      tools: [toolNamed('open'), toolNamed('secret', { requires: ['vault'] })],
      policy: requireScopes,
    });
    const insider = actorWith(['caller'], { id: 'key:insider', scopes: ['vault'] });
    const outsider = actorWith(['caller'], { id: 'key:outsider', scopes: [] });
    const namesFor = async (actor: typeof insider) => {
      const { body } = await sendMcp(world, { actor, ...list });
      return (body as Listed).result.tools.map(({ name }) => name);
    };

    const names = [await namesFor(insider), await namesFor(outsider), await namesFor(insider)];
    const call = modernRequest('tools/call', { name: 'secret', arguments: {} });
    const refused = await sendMcp(world, { actor: outsider, ...call });

    expect(names).toEqual([
      ['open', 'secret', 'call_result', 'query_result'],
      ['open', 'call_result', 'query_result'],
      ['open', 'secret', 'call_result', 'query_result'],
    ]);
    expect(refused.text).not.toContain('was called');
  });

  it('renders the tools once, and anew when they change', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')] });
    const lookups: string[] = [];
    const { resolver } = world.view;
    const resolve = (name: string) => {
      lookups.push(name);
      return resolver.resolve(name);
    };
    const view = { ...world.view, resolver: { ...resolver, resolve } };
    const send = () => sendMcp({ endpoint: world.endpoint, view }, { actor: caller, ...list });

    await send();
    await send();
    const rendered = [...lookups];
    world.setTools([toolNamed('two')]);
    const { body } = await send();

    expect(rendered).toEqual(['one']);
    expect((body as Listed).result.tools.map(({ name }) => name)).toEqual([
      'two',
      'call_result',
      'query_result',
    ]);
  });

  it('leaves out its own tool where a tool of the catalogue has the name', async () => {
    const world = createMcpWorld({ tools: [toolNamed('call_result')] });
    const call = modernRequest('tools/call', { name: 'call_result', arguments: {} });

    const listed = await sendMcp(world, { actor: caller, ...list });
    const called = await sendMcp(world, { actor: caller, ...call });

    expect((listed.body as Listed).result.tools.map(({ name }) => name)).toEqual([
      'call_result',
      'query_result',
    ]);
    expect(called.text).toContain('call_result was called');
  });

  it('tells subscribers when what they are shown has changed, and ends with the endpoint', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')], policy: requireScopes });
    const server = await listenForMcp(world, { actor: actorWith(['caller'], { scopes: [] }) });
    const lists: (readonly string[])[] = [];
    const changed = Promise.withResolvers<void>();
    const client = await connectClient(server.url, {
      versionNegotiation: { mode: 'auto' },
      listChanged: {
        tools: {
          debounceMs: 0,
          onChanged: (_error, tools) => {
            lists.push(tools?.map(({ name }) => name) ?? []);
            changed.resolve();
          },
        },
      },
    });
    const hidden = toolNamed('hidden', { requires: ['top:secret'] });

    // Another one that they are not shown, and the same one made anew, are no change.
    world.setTools([toolNamed('one'), hidden]);
    // Answered after whatever was sent before.
    for (let round = 0; round < 3; round++) await client.listTools();
    world.setTools([toolNamed('one'), hidden, toolNamed('two')]);
    await changed.promise;

    expect(lists).toEqual([['one', 'two', 'call_result', 'query_result']]);
    await client.close();
    await server.close();
  });
});

describe('the search mode', () => {
  const tools = [toolNamed('send_mail'), toolNamed('delete_file', { effect: 'destructive' })];
  const call = (name: string, args: object) =>
    ({
      actor: caller,
      isSearchMode: true,
      ...modernRequest('tools/call', { name, arguments: args }),
    }) as const;

  it('lists how to search and call, and nothing else', async () => {
    const world = createMcpWorld({ tools });

    const { body } = await sendMcp(world, { actor: caller, isSearchMode: true, ...list });

    const names = (body as Listed).result.tools.map(({ name }) => name);
    expect(names).toEqual(['search_tools', 'call_tool', 'call_result', 'query_result']);
  });

  it('finds tools with their schemas and calls them', async () => {
    const world = createMcpWorld({ tools });

    const found = await sendMcp(world, call('search_tools', { query: 'send a mail', limit: 1 }));
    const called = await sendMcp(world, call('call_tool', { name: 'send_mail', arguments: {} }));

    expect(JSON.stringify(found.body)).toContain('inputSchema');
    expect(called.text).toContain('send_mail was called');
  });

  it('keeps to gates and to what there is', async () => {
    const world = createMcpWorld({ tools });

    const gated = await sendMcp(world, call('call_tool', { name: 'delete_file' }));
    const unknown = await sendMcp(world, call('call_tool', { name: 'nothing' }));
    const wrong = await sendMcp(world, call('call_tool', { name: 'send_mail', arguments: [] }));

    expect(gated.body).toMatchObject({
      result: { isError: true, _meta: { 'toolcrib/gateId': expect.any(String) } },
    });
    expect(unknown.body).toMatchObject({ result: { isError: true } });
    expect(wrong.body).toMatchObject({ result: { isError: true } });
  });
});
