/** Lets other requests have their turn. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
