import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import { createToolRegistry } from '../core/sealed-tool-registry.ts';
import { createFakeClock } from '../testing/fake-clock.ts';

describe('callAll', () => {
  it('[L9] runs reading calls at once and any other alone, and keeps the order, for any mixture', async () => {
    const step = fc.record({
      effect: fc.constantFrom('read', 'write', 'destructive'),
      tookMs: fc.integer({ min: 0, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const clock = createFakeClock();
        const log: { readonly index: number; readonly from: number; readonly to: number }[] = [];
        const tools = steps.map(({ effect, tookMs }, index) =>
          tool(
            `t${index}`,
            () => {
              const from = clock.now();
              return new Promise<string>((resolve) => {
                clock.setTimer(() => {
                  log.push({ index, from, to: clock.now() });
                  resolve(String(index));
                }, tookMs);
              });
            },
            { effect },
          ),
        );
        const { runtime } = startRuntime(tools, { clock, policy: () => ({ verdict: 'allow' }) });

        const running = runtime.callAll(steps.map((_, index) => ({ tool: `t${index}`, args: {} })));
        await clock.advance(1_000);
        const records = await running;

        expect(records.map(({ result }) => result)).toEqual(
          steps.map((_, index) => ({ kind: 'text', text: String(index) })),
        );
        const spans = log.toSorted((left, right) => left.index - right.index);
        for (const [position, later] of spans.entries()) {
          for (const earlier of spans.slice(0, position)) {
            const between = steps.slice(earlier.index, later.index + 1);
            const isTogether = between.every(({ effect }) => effect === 'read');
            if (isTogether) expect(later.from).toBe(earlier.from);
            else expect(later.from).toBeGreaterThanOrEqual(earlier.to);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('gives a record for each request, whatever is wrong with some', async () => {
    const { runtime } = startRuntime([
      tool('ok', () => 'fine'),
      tool('bad', () => {
        throw new Error('no');
      }),
    ]);

    const records = await runtime.callAll([
      { tool: 'bad', args: {} },
      { tool: 'unknown', args: {} },
      { tool: 'ok', args: 'nonsense' },
      { tool: 'ok', args: {} },
    ]);

    expect(records.map(({ status }) => status)).toEqual(['failed', 'unknown_tool', 'invalid_args', 'ok']);
    expect(await runtime.callAll([])).toEqual([]);
  });

  it('gives a record even when the resolver throws', async () => {
    const resolver = {
      resolve: () => {
        throw new Error('the registry is gone');
      },
      list: () => [],
    };
    const { runtime } = startRuntime([], { resolver });

    const records = await runtime.callAll([{ tool: 'a', args: {} }]);

    expect(records.map(({ status, sideEffect }) => `${status} ${sideEffect}`)).toEqual(['failed none']);
    expect(records[0]?.details().cause).toMatchObject({ message: 'the registry is gone' });
  });

  it('runs a call alone whose tool could not be looked up beforehand', async () => {
    const clock = createFakeClock();
    const log: string[] = [];
    const step = (name: string) =>
      tool(
        name,
        () => {
          log.push(`${name} begins`);
          return new Promise<string>((resolve) => {
            clock.setTimer(() => {
              log.push(`${name} ends`);
              resolve('');
            }, 10);
          });
        },
        { effect: name === 'write' ? 'write' : 'read' },
      );
    const registry = createToolRegistry(['first', 'write', 'last'].map(step));
    let fails = true;
    const { runtime } = startRuntime([], {
      clock,
      resolver: {
        resolve: (name) => {
          if (name === 'write' && fails) {
            fails = false;
            throw new Error('the registry is away');
          }
          return registry.resolve(name);
        },
        list: () => registry.list(),
      },
    });

    const running = runtime.callAll(['first', 'write', 'last'].map((name) => ({ tool: name, args: {} })));
    await clock.advance(100);

    expect((await running).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(log).toEqual([
      ...['first begins', 'first ends'],
      ...['write begins', 'write ends'],
      ...['last begins', 'last ends'],
    ]);
  });

  it('runs the same request twice when it is there twice', async () => {
    let runs = 0;
    const { runtime } = startRuntime([tool('count', () => String(++runs))]);
    const request = { tool: 'count', args: {} };

    const records = await runtime.callAll([request, request]);

    expect(runs).toBe(2);
    expect(records[0]?.invocationId).not.toBe(records[1]?.invocationId);
  });
});
