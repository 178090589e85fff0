/** What has to be closed again, the last first. */
export interface Cleanup {
  add(close: () => Promise<void>): void;
  /** Closes everything once, whatever fails on the way, and answers the failures. Later calls give the same answer. */
  run(): Promise<readonly unknown[]>;
}

export function createCleanup(): Cleanup {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<readonly unknown[]> | undefined;
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (const close of steps.toReversed()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    return failures;
  };
  return {
    add: (close) => void steps.push(close),
    run: () => {
      running ??= closeAll();
      return running;
    },
  };
}
