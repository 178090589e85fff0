import { performance } from 'node:perf_hooks';

/** Two services that share their tools. */
export interface KillSwitch {
  /** Switches the tool on the first service; resolves when that was answered. */
  setEnabled(isEnabled: boolean): Promise<void>;
  /** Calls the tool on the second one; whether it ran. */
  runs(): Promise<boolean>;
}

/**
 * How long the second service still runs a tool after the first one has answered that it is off, in milliseconds, for each
 * try: until the last call was begun that ran.
 */
export async function measureKillSwitch(
  { setEnabled, runs }: KillSwitch,
  tries: number,
): Promise<readonly number[]> {
  const delays: number[] = [];
  for (let index = 0; index < tries; index++) {
    await setEnabled(false);
    const offAt = performance.now();
    let delay = 0;
    for (let begunAt = offAt; await runs(); begunAt = performance.now()) delay = begunAt - offAt;
    delays.push(delay);
    await setEnabled(true);
    while (!(await runs()));
  }
  return delays;
}
