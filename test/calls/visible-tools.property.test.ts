import fc from 'fast-check';
import type { Tool } from 'toolcrib';
import { toSpec } from 'toolcrib/catalog';
import { describe, expect, it } from 'vitest';
import { actorOf, applyToolset, startCallWorld, toolOf } from './call-world.ts';

const names = ['add', 'sub', 'mul', 'div'] as const;
const scopes = ['maths', 'money'] as const;

type Step =
  | { readonly kind: 'switch'; readonly tool: string; readonly isOn: boolean }
  | { readonly kind: 'quarantine' | 'release' | 'remove' | 'publish' | 'republish'; readonly tool: string }
  | { readonly kind: 'toolset'; readonly tools: readonly string[]; readonly isRenamed: boolean };

const tool = fc.constantFrom(...names);
const someScopes = fc.subarray([...scopes]);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('switch' as const), tool, isOn: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('quarantine', 'release', 'remove', 'publish', 'republish'), tool }),
  fc.record({
    kind: fc.constant('toolset' as const),
    tools: fc.subarray([...names], { minLength: 1 }),
    isRenamed: fc.boolean(),
  }),
);

function toolsWith(requires: readonly (readonly string[])[]): readonly Tool[] {
  return names.map((name, at) => toolOf(name, () => name, { effect: 'read', requires: requires[at] ?? [] }));
}

describe('random worlds', () => {
  it('list, find and describe exactly what can be called, for every caller, after every change', async () => {
    const worlds = fc.record({
      requires: fc.array(someScopes, { minLength: names.length, maxLength: names.length }),
      held: fc.array(fc.oneof(someScopes, fc.constant(['*'])), { minLength: 1, maxLength: 3 }),
      steps: fc.array(step, { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(worlds, async ({ requires, held, steps }) => {
        const tools = toolsWith(requires);
        const world = startCallWorld({ tools });
        const room = await world.publish();
        await applyToolset(room, 'some', ['add', 'sub']);
        const views = [await room.view(), await room.view('some')];
        const actors = held.map((own, at) => actorOf(`key:${at}`, { scopes: own }));

        for (const next of [undefined, ...steps]) {
          // What cannot be done in this world changes nothing.
          if (next !== undefined) await takeStep(room, tools, next).catch(() => undefined);
          for (const view of views) {
            for (const actor of actors) {
              const listed = (await view.describe(actor.caller)).map(({ name }) => name);
              const hits = await view.search('add sub mul div', { caller: actor.caller, limit: 100 });
              const found = hits.map((hit) => hit.tool.name).sort();
              const callable: string[] = [];
              for (const name of [...names, ...names.map((other) => `my_${other}`)]) {
                const { ended } = await world.desk.start({ actor, view, tool: name, args: {} });
                if ((await ended).status === 'ok') callable.push(name);
              }

              expect(found).toEqual(listed);
              expect(callable.sort()).toEqual(listed);
            }
          }
        }
        expect(world.faults).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

type Room = Parameters<typeof applyToolset>[0];

async function takeStep(room: Room, tools: readonly Tool[], next: Step): Promise<unknown> {
  const { catalog } = room;
  switch (next.kind) {
    case 'switch':
      return await catalog.setEnabled(next.tool, next.isOn);
    case 'quarantine':
      return await catalog.quarantine(next.tool, { reason: 'test' });
    case 'release':
      return await catalog.release(next.tool);
    case 'remove':
      return await catalog.remove(next.tool);
    case 'publish':
      return await catalog.registerAll(tools.filter(({ name }) => name === next.tool).map(toSpec));
    case 'republish':
      return await catalog.registerAll(
        tools.filter(({ name }) => name === next.tool).map((one) => ({ ...toSpec(one), version: '2.0.0' })),
      );
    case 'toolset':
      return await applyToolset(
        room,
        'some',
        next.tools.map((name) => (next.isRenamed ? { tool: name, wireName: `my_${name}` } : { tool: name })),
      );
  }
}
