import { describe, expect, it } from 'vitest';
import { toolcribSubject } from './toolcrib-subject.ts';
import { describeTorture, runTorture } from './torture-suite.ts';

describeTorture(toolcribSubject(), { describe, it });

describe('toolcribSubject', () => {
  it('[L4, L8] passes all eight, each for its reason', async () => {
    const rows = await runTorture(toolcribSubject());

    expect(rows.map(({ id, passed, finding }) => [id, passed, finding])).toEqual([
      [1, true, 'time-out'],
      [2, true, 'error'],
      [3, true, 'rejected'],
      [4, true, 'refused'],
      [5, true, 'redacted'],
      [6, true, 'refused'],
      [7, true, 'bounded'],
      [8, true, 'error'],
    ]);
  });

  it('hangs when it is told to wait for longer than anybody has patience for', async () => {
    const rows = await runTorture(toolcribSubject({ limits: { timeoutMs: 3_600_000 } }));

    expect(rows.filter(({ passed }) => !passed).map(({ id, finding }) => [id, finding])).toEqual([
      [1, 'hangs'],
    ]);
  });
});
