/** Calls a function of the user, which may well be asynchronous; nobody else would hear of its failure. */
export function tellSafely(tell: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const told = tell();
    if (told instanceof Promise) told.catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
