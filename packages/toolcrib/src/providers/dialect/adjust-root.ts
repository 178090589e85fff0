import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { WholeDialect } from './dialect.ts';
import type { Journal } from './journal.ts';
import { appendWords, MAX_WORDS, sayKeyword, sayKeywords } from './say-keyword.ts';

/** Makes the root of a schema into what every call has: an object, without what a dialect forbids there. */
export function adjustRoot(root: JsonObject, dialect: WholeDialect, journal: Journal): JsonObject {
  const typed = requireObject(root, journal);
  const plain = moveIntoWords(typed, dialect.notAtRoot, journal);
  if (!dialect.needsProperties || plain.properties !== undefined) return plain;
  const detail = 'A function must say its properties: there are none.';
  journal.note({ pointer: '', keyword: 'properties', action: 'rewritten', detail });
  return { ...plain, properties: {} };
}

/** Arguments are objects, so that a root that also takes other values loses nothing. */
function requireObject(root: JsonObject, journal: Journal): JsonObject {
  const { type } = root;
  if (type === 'object') return root;
  if (type === undefined || (Array.isArray(type) && type.includes('object'))) {
    const detail = 'Arguments are objects, and the root has to say so.';
    journal.note({ pointer: '', keyword: 'type', action: 'rewritten', detail });
    return { ...root, type: 'object' };
  }
  journal.refuse('', 'type', 'The root is no schema of an object.');
  return root;
}

function moveIntoWords(root: JsonObject, keywords: readonly string[], journal: Journal): JsonObject {
  const found = keywords.filter((keyword) => root[keyword] !== undefined);
  if (found.length === 0) return root;
  const others: Record<string, JsonValue> = { ...root };
  for (const keyword of found) {
    const value = root[keyword] as JsonValue;
    delete others[keyword];
    if (sayKeyword(keyword, value).length > MAX_WORDS) {
      journal.refuse('', keyword, `${keyword} is not allowed at the root, and too long to be said in words.`);
    }
    const detail = `${keyword} is not allowed at the root; it is said in the description.`;
    journal.note({ pointer: '', keyword, action: 'moved', detail });
  }
  const description = typeof root.description === 'string' ? root.description : undefined;
  return {
    ...others,
    description: appendWords(
      description,
      sayKeywords(found.map((keyword) => [keyword, root[keyword] as JsonValue])),
    ),
  };
}
