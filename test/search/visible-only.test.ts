import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import { ToolRegistry } from '../../packages/toolcrib/src/core/tool-registry.ts';
import type { Caller } from '../../packages/toolcrib/src/index.ts';
import {
  allow,
  ask,
  combinePolicies,
  createRuntime,
  defaultPolicy,
  deny,
  type Policy,
  type Runtime,
  requireScopes,
} from '../../packages/toolcrib/src/runtime/index.ts';
import {
  createToolSearch,
  type ToolHit,
  ToolIndex,
  toolFinder,
} from '../../packages/toolcrib/src/search/index.ts';
import { errorOf } from '../errors.ts';
import { anyQuery, anyTools } from './any-search.ts';

const LIMIT = 1_000;

/** What somebody does to the tools between two searches. */
type Change = readonly [kind: 'hide' | 'unhide' | 'remove' | 'replace', which: number];

describe('a search of the tools of a runtime', () => {
  it('finds what the caller may list, and answers as if there were nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld(), async ({ tools, policy, callers, queries, changes }) => {
        const registry = new ToolRegistry(tools);
        const runtime = createRuntime({ resolver: registry, policy, onFault: () => undefined });
        const search = createToolSearch(runtime);
        const finder = toolFinder();

        for (const change of [undefined, ...changes]) {
          if (change !== undefined) makeChange(registry, change);
          for (const caller of callers) {
            const visible = Object.freeze(await runtime.visible(caller));
            const alone = new ToolIndex(visible);
            for (const query of queries) {
              const typing = query.length % 2 === 0;
              const hits = await search.search(query, { caller, limit: LIMIT, explain: true, typing });
              const expected = alone.search(query, { limit: LIMIT, explain: true, typing });
              expect(JSON.stringify(hits.map(toIndexHit))).toBe(JSON.stringify(expected));
              for (const { tool } of hits) expect(visible).toContain(tool);
              const names = await finder.find(query, { within: visible, limit: 3 });
              expect(names).toEqual(alone.search(query, { limit: 3 }).map(({ id }) => id));
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('finds no tool that a policy changes its mind about, unless both the list and the call may have it', async () => {
    const secret = toTool({ name: 'refund_payment', description: 'Refunds a payment.' }, []);
    let isOpen = true;
    const policy: Policy = () => (isOpen ? allow() : deny('not now'));
    const runtime = createRuntime({ resolver: new ToolRegistry([secret]), policy });
    const search = createToolSearch(runtime);

    const before = await search.search('refund');
    isOpen = false;
    const after = await search.search('refund');

    expect(before).toHaveLength(1);
    expect(after).toEqual([]);
  });

  it('asks a policy by scopes once for callers of the same scopes', async () => {
    let questions = 0;
    const counting: Policy = Object.assign(
      (question: Parameters<Policy>[0]) => {
        questions++;
        return requireScopes(question);
      },
      { isByScopes: true },
    );
    const tools = ['list_issues', 'close_issue'].map((name) => toTool({ name }, []));
    const runtime = createRuntime({ resolver: new ToolRegistry(tools), policy: counting });
    const search = createToolSearch(runtime);
    await search.search('issue', { caller: { id: 'ann', scopes: ['a', 'b'] } });
    const asked = questions;

    await search.search('issues', { caller: { id: 'bob', scopes: ['b', 'a'] } });

    expect(questions).toBe(asked);
  });

  it('rejects what is no caller, no query and no limit', async () => {
    const search = createToolSearch(createRuntime({ resolver: new ToolRegistry([]) }));

    await expect(search.search('x', { caller: {} as Caller })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
    });
    await expect(search.search(7 as never)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(search.search('x', { limit: 0 })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });

  it.each([
    ['limt', { limt: 5 }],
    ['within', { within: undefined }],
    ['tag', { tag: 'billing' }],
    ['options', null],
  ])('rejects %s, which is no option', async (option, options) => {
    const search = createToolSearch(createRuntime({ resolver: new ToolRegistry([]) }));

    await expect(search.search('x', options as never)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
  });

  it.each([
    ['nothing', undefined],
    ['a registry', new ToolRegistry([])],
    ['a sealed registry', createToolRegistry([])],
  ])('is not made of %s', (_, runtime) => {
    expect(errorOf(() => createToolSearch(runtime as never))).toMatchObject({
      code: 'E_INVALID_OPTION',
      message: 'The option runtime must be a runtime, as createRuntime gives it.',
    });
  });

  it('is not made with options that do not exist', () => {
    const runtime = createRuntime({ resolver: new ToolRegistry([]) });

    expect(errorOf(() => createToolSearch(runtime, { embd: undefined } as never)).message).toBe(
      'Unknown option "embd". Did you mean "embed"?',
    );
    expect(errorOf(() => createToolSearch(runtime, null as never)).context).toEqual({ option: 'options' });
  });

  it('works with a runtime that describes tools in its own words', async () => {
    const tool = toTool({ name: 'refund_payment' }, []);
    const runtime: Pick<Runtime, 'call' | 'visible' | 'describe'> = {
      call: () => Promise.reject(new Error('Nobody calls.')),
      visible: async () => [tool],
      describe: async () => [{ name: 'refund_payment', description: 'Gives money back.', inputSchema: {} }],
    };

    const hits = await createToolSearch(runtime).search('refund');

    expect(hits.map((hit) => hit.tool)).toEqual([tool]);
  });
});

function toIndexHit({ tool, ...hit }: ToolHit): object {
  return { id: tool.name, ...hit };
}

function toTool(content: object, requires: readonly string[]): Tool {
  const { source: _, ...options } = content as { readonly name: string; readonly source?: string };
  return new Tool({
    description: '',
    inputSchema: { type: 'object' },
    ...options,
    requires,
    handler: () => 'done',
  });
}

function anyWorld() {
  const scopes = fc.subarray(['a', 'b', 'c']);
  return fc.record({
    tools: anyTools(12).chain((all) =>
      fc.tuple(...all.map((content) => scopes.map((requires) => toTool(content, requires)))),
    ),
    policy: anyPolicy(),
    callers: fc.array(
      fc.record({ id: fc.constantFrom('ann', 'bob'), tenant: fc.constantFrom('one', 'two'), scopes }),
      { minLength: 1, maxLength: 4 },
    ),
    queries: fc.array(anyQuery(), { minLength: 1, maxLength: 4 }),
    changes: fc.array(
      fc.tuple(
        fc.constantFrom('hide', 'unhide', 'remove', 'replace'),
        fc.nat({ max: 11 }),
      ) as fc.Arbitrary<Change>,
      { maxLength: 3 },
    ),
  });
}

/** Policies of every kind: by scopes, by tenant and name, later, and broken ones. Each has the same answer twice. */
function anyPolicy(): fc.Arbitrary<Policy> {
  const marked = fc.constantFrom('pay', 'weather', 'e', 'list');
  const one = fc.oneof(
    fc.constantFrom<Policy>(requireScopes, defaultPolicy),
    marked.map(
      (text): Policy =>
        ({ tool }) =>
          tool.name.includes(text) ? deny('no') : allow(),
    ),
    marked.map(
      (text): Policy =>
        ({ tool }) =>
          tool.name.includes(text) ? ask('sure?') : allow(),
    ),
    marked.map(
      (text): Policy =>
        ({ tool }) => {
          if (tool.name.includes(text)) throw new Error('broken');
          return allow();
        },
    ),
    marked.map(
      (text): Policy =>
        async ({ tool, caller }) =>
          caller.tenant === 'one' && tool.description.includes(text) ? deny('not yours') : allow(),
    ),
    fc.constant<Policy>((() => 'yes') as never),
  );
  return fc.array(one, { maxLength: 3 }).map(combinePolicies);
}

function makeChange(registry: ToolRegistry, [kind, which]: Change): void {
  const tool = registry.all()[which];
  if (tool === undefined) return;
  if (kind === 'hide') registry.hide(tool.name);
  else if (kind === 'unhide') registry.unhide(tool.name);
  else if (kind === 'remove') registry.unregister(tool.name);
  else registry.register(toTool({ name: tool.name, description: 'delete users' }, []), true);
}
