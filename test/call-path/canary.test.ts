import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../packages/toolcrib/src/core/artifact.ts';
import type { ToolContext } from '../../packages/toolcrib/src/core/tool-context.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { createFakeClock, type FakeClock } from '../../packages/toolcrib/src/testing/fake-clock.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/fake-random.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';

const CALLERS = 2_000;
const kinds = ['small', 'large', 'throws', 'explains', 'wrong'] as const;

/** No canary is a part of another one. */
const canaryOf = (index: number) => `canary${String(index).padStart(5, '0')}x`;

function canariesIn(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [...new Set(text.match(/canary\d{5}x/g))];
}

/** Says whatever it knows of its call, once all callers are inside and others have gone first a few times. */
function createEcho(clock: FakeClock) {
  const random = createSeededRandom(7);
  const everybody = deferred<void>();
  let inside = 0;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimer(resolve, Math.floor(random.number() * 20));
    });
  const handler = async (args: unknown, ctx: ToolContext): Promise<string> => {
    const { canary, kind } = args as { readonly canary: string; readonly kind: (typeof kinds)[number] };
    if (++inside === CALLERS) everybody.resolve();
    await everybody.promise;
    await pause();
    ctx.reportProgress({ message: `${canary} ${ctx.caller.id}` });
    await pause();
    const words = `${canary} ${ctx.caller.id} ${ctx.caller.tenant} ${ctx.invocationId}`;
    await pause();
    if (kind === 'throws') throw new Error(words);
    if (kind === 'explains') throw new ToolError(words);
    if (kind === 'wrong') return { words } as never;
    return kind === 'large' ? `${words}\n`.repeat(1_000) : words;
  };
  return tool('echo', handler, {
    inputSchema: { type: 'object', properties: { canary: { type: 'string' }, kind: { enum: kinds } } },
  });
}

async function readAll(artifact: Artifact): Promise<string> {
  return new Response(artifact.stream()).text();
}

describe('many callers at once', () => {
  it('never see anything of one another, although all of them use one key', async () => {
    const ledger = memoryLedger();
    const clock = createFakeClock();
    const { runtime, events, faults } = startRuntime([createEcho(clock)], {
      ledger,
      clock,
      limits: { maxConcurrent: CALLERS },
    });
    const requests = Array.from({ length: CALLERS }, (_, index) => {
      const canary = canaryOf(index);
      return {
        tool: 'echo',
        args: JSON.stringify({ canary, kind: kinds[index % kinds.length] }),
        caller: { id: `id-${canary}`, tenant: `tenant-${canary}` },
        idempotencyKey: 'the key of everybody',
        providerCallId: `call_${canary}`,
      };
    });
    const callEverybody = async (): Promise<readonly CallRecord[]> => {
      const calls = Promise.all(requests.map((request) => runtime.call(request)));
      while (await clock.advanceToNext());
      return calls;
    };

    const records = await callEverybody();
    const replays = await callEverybody();

    const eventsById = Map.groupBy(events.events, ({ invocationId }) => invocationId);
    for (const [index, record] of records.entries()) {
      const { invocationId, result } = record;
      const replay = replays[index] as CallRecord;
      const own = [canaryOf(index)];
      const kind = kinds[index % kinds.length] ?? 'small';
      const status = {
        throws: 'failed',
        explains: 'failed',
        wrong: 'invalid_result',
        small: 'ok',
        large: 'ok',
      };
      expect(record.status).toBe(status[kind]);
      expect([replay.replayOf, replay.status]).toEqual([invocationId, record.status]);

      expect(
        canariesIn([record, record.caller, record.details().args, String(record.details().cause)]),
      ).toEqual(own);
      // What a tool threw, or gave against its word, is not for models.
      const isHidden = ['throws', 'wrong'].includes(kind);
      expect(canariesIn(runtime.renderForModel(record))).toEqual(isHidden ? [] : own);
      expect(canariesIn(runtime.renderForUser(record))).toEqual(own);
      expect(canariesIn([replay, runtime.renderForUser(replay)])).toEqual(own);
      expect(canariesIn(eventsById.get(invocationId))).toEqual(own);
      expect(canariesIn(eventsById.get(replay.invocationId))).toEqual(own);
      expect(canariesIn(await ledger.get(invocationId))).toEqual(own);
      if (result?.kind === 'text') expect(result.text).toContain(invocationId);
      if (result?.kind === 'artifact') {
        const text = await readAll(result.artifact);
        expect([canariesIn(text), canariesIn(result.preview), text.includes(invocationId)]).toEqual([
          own,
          own,
          true,
        ]);
      }
    }
    expect(faults).toEqual([]);
  });
});
