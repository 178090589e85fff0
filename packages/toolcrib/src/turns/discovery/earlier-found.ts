import type { ModelMessage } from '../../runtime/model/model-message.ts';

/** The names that searches of a conversation have found, in order, each once. Whoever kept it may have changed it. */
export function earlierFound(messages: readonly ModelMessage[]): readonly string[] {
  const names = new Set<string>();
  for (const message of messages) {
    const { role, results } = Object(message) as { readonly role?: unknown; readonly results?: unknown };
    if (role !== 'tool' || !Array.isArray(results)) continue;
    for (const result of results) {
      const { found } = Object(result) as { readonly found?: unknown };
      if (!Array.isArray(found)) continue;
      for (const name of found) if (typeof name === 'string') names.add(name);
    }
  }
  return [...names];
}
