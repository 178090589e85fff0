import { isJsonObject } from '../../../core/json.ts';
import type { Journal } from '../journal.ts';
import { appendWords, sayKeywords } from '../say-keyword.ts';
import type { Draft } from './context.ts';

const kept: ReadonlySet<string> = new Set(['type', 'properties', 'description']);

/** Puts everything that a root without properties says into words: nothing else of it will be sent. */
export function sayEmptyRoot(root: Draft, journal: Journal): void {
  const { properties, description } = root;
  if (isJsonObject(properties) && Object.keys(properties).length > 0) return;
  const others = Object.entries(root).filter(([keyword]) => !kept.has(keyword));
  if (others.length === 0) return;
  const said = typeof description === 'string' ? description : undefined;
  root.description = appendWords(said, sayKeywords(others));
  for (const [keyword] of others) {
    delete root[keyword];
    const detail = `A function without parameters has no schema; ${keyword} is said in the description.`;
    journal.note({ pointer: '', keyword, action: 'moved', detail });
  }
}
