/** What is to happen soon has this long on a machine that is busy with other things. */
const PATIENCE_MS = 20_000;

/** Waits for what a store does in its own time; fails if it never does. */
export async function soon<Value>(happens: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} should have happened by now.`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([happens, late]);
  } finally {
    clearTimeout(timer);
  }
}
