/** What is used of the host, which may be no Node at all. */
interface Host {
  setImmediate?(callback: () => void): unknown;
}

/** Lets others have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // The types of Node are not part of the library.
    const { setImmediate } = globalThis as Host;
    if (setImmediate === undefined) setTimeout(resolve, 0);
    else setImmediate(resolve);
  });
}
