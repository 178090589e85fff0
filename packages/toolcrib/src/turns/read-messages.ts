import type { ModelMessage, UserMessage } from '../runtime/model/model-message.ts';
import { invalid } from '../runtime/read-runtime-options.ts';

/** The conversation that a turn begins with. @throws ConfigError `E_INVALID_OPTION` for what is no message. */
export function readMessages(
  input: UserMessage['content'] | undefined,
  earlier: readonly ModelMessage[] = [],
): ModelMessage[] {
  if (!Array.isArray(earlier)) throw invalid('messages', 'must be an array');
  const wrong = earlier.findIndex((message) => !isMessage(message));
  if (wrong >= 0) throw invalid(`messages[${wrong}]`, 'is no message');
  if (input === undefined) {
    if (earlier.length === 0) throw invalid('input', 'is required where there are no messages');
    return [...earlier];
  }
  const isContent = typeof input === 'string' || Array.isArray(input);
  if (!isContent || input.length === 0) throw invalid('input', 'must be a text or parts, and not empty');
  return [...earlier, { role: 'user', content: input }];
}

function isMessage(value: unknown): boolean {
  const { role, content, text, calls, results } = Object(value) as Record<string, unknown>;
  if (role === 'user') return typeof content === 'string' || Array.isArray(content);
  if (role === 'assistant') return typeof text === 'string' && Array.isArray(calls);
  return role === 'tool' && Array.isArray(results);
}
