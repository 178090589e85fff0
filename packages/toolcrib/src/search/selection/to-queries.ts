import type { ModelMessage, UserMessage } from '../../runtime/model/model-message.ts';

/** Something to search for, and how much it counts. */
export interface WeightedQuery {
  readonly query: string;
  readonly weight: number;
}

/** How many texts of people count. What was said before that is done, or was said again. */
const MAX_TEXTS = 3;
/** What a text counts for, of what the one after it does. */
const DECAY = 0.5;
/** How many messages are looked through for them. */
const MAX_MESSAGES = 1_000;
/** How much of a text counts, at each of its ends: what is wanted is said before or after what is pasted. */
const MAX_END = 500;

/**
 * What a conversation asks for, the last first: the last texts of people. What a model said is left out, and so is what tools
 * gave: it is long, and whoever writes it could choose the tools.
 */
export function toQueries(messages: readonly ModelMessage[]): readonly WeightedQuery[] {
  const queries: WeightedQuery[] = [];
  const first = Math.max(0, messages.length - MAX_MESSAGES);
  for (let at = messages.length - 1; at >= first && queries.length < MAX_TEXTS; at--) {
    const message = messages[at];
    const query = message?.role === 'user' ? keepEnds(textOf(message)) : '';
    if (query !== '') queries.push({ query, weight: DECAY ** queries.length });
  }
  return queries;
}

function textOf({ content }: UserMessage): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  // Whoever kept the conversation may have changed it.
  const texts = content.flatMap((part) =>
    part?.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.join('\n');
}

function keepEnds(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= 2 * MAX_END) return trimmed;
  return `${trimmed.slice(0, MAX_END)}\n${trimmed.slice(-MAX_END)}`;
}
