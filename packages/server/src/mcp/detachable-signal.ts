/** A signal that follows others until it is let go. */
export interface DetachableSignal {
  readonly signal: AbortSignal;
  detach(): void;
}

/** A call that waits for somebody outlives the request that it came with; until then it ends with it. */
export function createDetachableSignal(sources: readonly AbortSignal[]): DetachableSignal {
  const controller = new AbortController();
  const abort = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason);
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    detach: () => {
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}
