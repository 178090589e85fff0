/** Something to wait at until somebody rings. */
export interface Bell {
  ring(): void;
  /** Forgets that it was rung. */
  reset(): void;
  /** Resolves at once if it was rung since the last reset, otherwise when it is. */
  rung(): Promise<void>;
}

/** A bell that is not rung yet. */
export function createBell(): Bell {
  let isRung = false;
  let waiters: (() => void)[] = [];
  return {
    ring: () => {
      isRung = true;
      const woken = waiters;
      waiters = [];
      for (const wake of woken) wake();
    },
    reset: () => {
      isRung = false;
    },
    rung: () => (isRung ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
