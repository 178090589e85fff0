import { describe, expect, it } from 'vitest';
import { deferred, startRuntime, tool } from '../../../../../test/runtime.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import { allow, deny } from '../policy/policy.ts';
import { confirmRun } from './call-context.ts';

describe('confirmRun', () => {
  it('ends a call that was held back and may not run any more, whatever its handler makes of it', async () => {
    const turn = deferred<void>();
    let isAllowed = true;
    const queued = tool('queued', async (_, ctx) => {
      await turn.promise;
      await confirmRun(ctx).catch(() => undefined);
      return 'ran';
    });
    const policy = () => (isAllowed ? allow() : deny('it was switched off'));
    const { runtime } = startRuntime([queued], { policy });
    const [first, second] = [1, 2].map(() => runtime.call({ tool: 'queued', args: {} }));

    isAllowed = false;
    turn.resolve();

    for (const record of [await first, await second]) {
      expect([record?.status, record?.sideEffect, record?.result]).toEqual(['denied', 'none', undefined]);
    }
  });

  it('has nothing to say against a call that may still run, or outside of a runtime', async () => {
    const { runtime } = startRuntime([
      tool('queued', async (_, ctx) => {
        await confirmRun(ctx);
        return 'ran';
      }),
    ]);

    expect((await runtime.call({ tool: 'queued', args: {} })).status).toBe('ok');
    expect(await confirmRun({} as ToolContext)).toBeUndefined();
  });
});
