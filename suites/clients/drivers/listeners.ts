/** Those who are told that a list has changed, as the official clients take them. */
export function createListeners() {
  const listeners = new Set<() => void>();
  const onChanged = () => {
    for (const listener of listeners) listener();
  };
  return {
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
    onListChanged: (listener: () => void) => {
      listeners.add(listener);
    },
  };
}
