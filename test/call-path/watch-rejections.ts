/** Rejections that nobody handled, since it was asked to watch. */
export interface RejectionWatch {
  readonly reasons: readonly unknown[];
  /** Looks once more, and lets others be told again. */
  stop(): Promise<void>;
}

/** Takes the place of whoever is told of unhandled rejections, so that a test can fail because of one. */
export function watchRejections(): RejectionWatch {
  const reasons: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  const listener = (reason: unknown) => reasons.push(reason);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listener);
  return {
    reasons,
    stop: async () => {
      // Node tells of a rejection after the task in which it was left.
      await new Promise((resolve) => setImmediate(resolve));
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    },
  };
}
