/** Waits for all, also if one fails: nothing goes on when a case has ended. Throws the first failure. */
export async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
