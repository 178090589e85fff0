import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import type { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import { ToolRegistry } from '../../packages/toolcrib/src/core/tool-registry.ts';
import type { UnavailableTool } from '../../packages/toolcrib/src/core/tool-resolver.ts';
import type { CallRequest } from '../../packages/toolcrib/src/runtime/call-request.ts';
import { combinePolicies } from '../../packages/toolcrib/src/runtime/policy/combine-policies.ts';
import { allow, ask, deny, type Policy } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { requireScopes } from '../../packages/toolcrib/src/runtime/policy/require-scopes.ts';
import { createFakeIds } from '../../packages/toolcrib/src/testing/fake-ids.ts';
import { startRuntime, tool } from '../runtime.ts';

const scopes = fc.subarray(['a', 'b', 'c']);

const definition = fc.record({
  requires: scopes,
  effect: fc.constantFrom('read', 'write', 'destructive'),
  version: fc.constantFrom(undefined, '1.0.0'),
  timeoutMs: fc.constantFrom(undefined, 50),
  maxConcurrent: fc.constantFrom(undefined, 1),
  title: fc.constantFrom(undefined, 'A Title'),
  /** Whether it is listed, or hidden, or switched off. */
  place: fc.constantFrom('listed', 'hidden', 'off'),
});

const world = fc.record({
  definitions: fc.array(definition, { minLength: 1, maxLength: 70 }),
  held: scopes,
  /** What a policy besides the scopes says. */
  verdict: fc.constantFrom('allow', 'ask', 'throw', 'later'),
  /** What is sent; an unseen tool must not even look at it. */
  request: fc.record(
    {
      args: fc.constantFrom<unknown>({}, '{"n":1}', '{', 'null', 7, undefined),
      idempotencyKey: fc.constant('again'),
      isTruncated: fc.boolean(),
      approval: fc.constantFrom({ approver: 'ada' }, { approver: 'ada', decision: 'reject' as const }),
      timeoutMs: fc.integer({ min: 1, max: 1_000 }),
      isAborted: fc.boolean(),
    },
    { requiredKeys: ['args'] },
  ),
});

/** Names of one length, which share nothing that could bring them near to each other. */
const nameOf = (index: number) => `t${String(index).padStart(3, '0')}`;
const UNKNOWN = 'zzzz';

function createPolicy(verdict: string): Policy {
  return combinePolicies([
    requireScopes,
    ({ tool: { requires } }) => {
      // What fails, fails for some tools only.
      if (verdict === 'throw' && requires.includes('b')) throw new Error('secret');
      const decision = verdict === 'ask' ? ask('why') : allow();
      return verdict === 'later' ? Promise.resolve(decision) : decision;
    },
  ]);
}

describe('a tool that a caller may not see', () => {
  it('[L4] is answered as one that does not exist: byte for byte, whatever is sent', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ definitions, held, verdict, request }) => {
        const caller = { id: 'eve', scopes: held };
        const tools = definitions.map(({ place: _, ...options }, index) =>
          tool(nameOf(index), () => 'ran', { ...options, inputSchema: { type: 'object', required: ['n'] } }),
        );
        const placesOf = (place: string) => tools.filter((__, index) => definitions[index]?.place === place);
        const off = placesOf('off');
        const registry = new ToolRegistry(tools.filter((each) => !off.includes(each)));
        for (const { name } of placesOf('hidden')) registry.hide(name);
        const policy = createPolicy(verdict);

        /** Everything that can be learned by asking for a name. */
        const probe = async (name: string) => {
          const { runtime, events } = startRuntime([], { policy, randomId: createFakeIds() });
          const view = runtime.withTools({
            resolve: (wanted) => registry.resolve(wanted),
            list: () => registry.list(),
            unavailable: (wanted) => unavailableOf(off.find((each) => each.name === wanted)),
          });
          const { isAborted, ...sent } = request;
          const signal = isAborted ? AbortSignal.abort('gone') : undefined;
          const asked = { tool: name, caller, ...sent, ...(signal && { signal }) } as CallRequest;
          const record = await view.call(asked);
          const told = {
            record: { ...record.toJSON() },
            problem: record.problem,
            title: record.toolTitle,
            version: record.toolVersion ?? null,
            digest: record.contentDigest ?? null,
            model: view.renderForModel(record),
            user: view.renderForUser(record),
            preview: await view.preview(asked),
            found: await view.find(name, caller),
            again: await view.call(asked).then((second) => [second.status, second.replayOf]),
            stored: await view
              .wait(record.invocationId)
              .then((stored) => [stored.toJSON(), stored.toolTitle]),
            events: events.events,
          };
          return { text: JSON.stringify(told).replaceAll(name, '<name>'), record };
        };

        const visible = new Set((await startVisible(tools, policy, caller)).map(({ name }) => name));
        const unknown = await probe(UNKNOWN);
        for (const { name } of tools) {
          if (visible.has(name)) continue;
          compared++;
          const unseen = await probe(name);
          expect(unseen.text).toBe(unknown.text);
          // The host is told the truth, unless there was nothing to decide.
          const isDecided = unseen.record.status === 'unknown_tool' && registry.resolve(name) !== null;
          expect(unseen.record.details().denial !== undefined).toBe(isDecided);
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('keeps no other call of the turn waiting', async () => {
    const order: string[] = [];
    const look = (name: string) => tool(name, async () => `${order.push(name)}`, { effect: 'read' });
    const secret = tool('secret', () => 'ran', { effect: 'write', requires: ['top'] });
    const { runtime } = startRuntime([look('first'), look('second'), secret]);
    const turn = (name: string) =>
      runtime.callAll([
        { tool: 'first', args: {} },
        { tool: name, args: {} },
        { tool: 'second', args: {} },
      ]);

    const [unseen, unknown] = [await turn('secret'), await turn('no_such')];

    expect(unseen.map(({ status }) => status)).toEqual(unknown.map(({ status }) => status));
    expect(order).toEqual(['first', 'second', 'first', 'second']);
  });

  it('is told of with the reason where the policy denies what is listed', async () => {
    const { runtime } = startRuntime([tool('pay', () => 'paid')], {
      policy: ({ args }) => (args === undefined ? allow() : deny('it is too much')),
    });

    const record = await runtime.call({ tool: 'pay', args: {} });

    expect([record.status, record.problem?.message]).toEqual([
      'denied',
      'Tool "pay" may not be called: it is too much.',
    ]);
    expect(record.details().denial).toBeUndefined();
  });
});

function unavailableOf(found: Tool | undefined): UnavailableTool | undefined {
  return found && { tool: found, code: 'E_TOOL_DISABLED', message: `The tool ${found.name} is disabled.` };
}

async function startVisible(tools: readonly Tool[], policy: Policy, caller: { readonly id: string }) {
  return await startRuntime([], { policy, resolver: createToolRegistry(tools) }).runtime.visible(caller);
}
