import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { WholeDialect } from './dialect.ts';
import type { Journal } from './journal.ts';
import type { Source } from './read-source.ts';
import { appendWords, MAX_WORDS, sayKeyword, sayKeywords } from './say-keyword.ts';

interface RootTask {
  readonly source: Source;
  readonly dialect: WholeDialect;
  readonly journal: Journal;
}

/** Keywords whose schemas can describe properties that the root itself does not. */
const combinations: readonly string[] = ['anyOf', 'oneOf', 'allOf'];

/** Makes the root of a schema into what every call has: an object, without what a dialect forbids there. */
export function adjustRoot(root: JsonObject, { source, dialect, journal }: RootTask): JsonObject {
  const isReferred = [...source.references.values()].some(({ schema }) => schema === source.root);
  const typed = requireObject(root, isReferred, journal);
  const merged = dialect.notAtRoot.includes('allOf') ? mergeParts(typed, journal) : typed;
  const plain = moveIntoWords(merged, dialect.notAtRoot, journal);
  if (!dialect.needsProperties || plain.properties !== undefined) return plain;
  const detail = 'A function must say its properties: there are none.';
  journal.note({ pointer: '', keyword: 'properties', action: 'rewritten', detail });
  return { ...plain, properties: {} };
}

/** Arguments are objects, so that a root that also takes other values loses nothing, unless it is used again. */
function requireObject(root: JsonObject, isReferred: boolean, journal: Journal): JsonObject {
  const { type } = root;
  if (type === 'object') return root;
  if (type === undefined || (Array.isArray(type) && type.includes('object'))) {
    const detail = isReferred
      ? 'Arguments are objects, and the root has to say so; what refers to it takes only objects too.'
      : 'Arguments are objects, and the root has to say so.';
    journal.note({ pointer: '', keyword: 'type', action: isReferred ? 'narrowed' : 'rewritten', detail });
    return { ...root, type: 'object' };
  }
  journal.refuse('', 'type', 'The root is no schema of an object.');
  return root;
}

/** Says an `allOf` that only describes further properties as part of the root, where a model sees them. */
function mergeParts(root: JsonObject, journal: Journal): JsonObject {
  const { allOf, ...others } = root;
  // Beside additionalProperties, what a part describes is still an additional property.
  const isOpen = root.additionalProperties === undefined || root.additionalProperties === true;
  if (allOf === undefined || !isOpen || root.$ref !== undefined) return root;
  const parts = allOf as JsonArray;
  if (!parts.every(isPlainPart)) return root;
  const schemas = [root, ...parts];
  const properties = schemas.flatMap((part) => Object.entries((part.properties ?? {}) as JsonObject));
  if (new Set(properties.map(([name]) => name)).size < properties.length) return root;
  const required = new Set(schemas.flatMap((part) => (part.required ?? []) as JsonArray));
  const detail = 'What its schemas say of properties is said by the root itself.';
  journal.note({ pointer: '', keyword: 'allOf', action: 'rewritten', detail });
  return {
    ...others,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

function isPlainPart(part: JsonValue): part is JsonObject {
  if (!isJsonObject(part)) return false;
  return Object.keys(part).every(
    (keyword) =>
      keyword === 'properties' || keyword === 'required' || (keyword === 'type' && part.type === 'object'),
  );
}

function moveIntoWords(root: JsonObject, keywords: readonly string[], journal: Journal): JsonObject {
  const forbidden = keywords.filter((keyword) => root[keyword] !== undefined);
  if (forbidden.length === 0) return root;
  // Without the combination that describes properties, this would forbid them.
  const isLeftAlone =
    root.unevaluatedProperties !== undefined && forbidden.some((keyword) => combinations.includes(keyword));
  const found = isLeftAlone ? [...forbidden, 'unevaluatedProperties'] : forbidden;
  const others: Record<string, JsonValue> = { ...root };
  for (const keyword of found) {
    const value = root[keyword] as JsonValue;
    delete others[keyword];
    if (sayKeyword(keyword, value).length > MAX_WORDS) {
      journal.refuse('', keyword, `${keyword} is not allowed at the root, and too long to be said in words.`);
    }
    const detail =
      keyword === 'unevaluatedProperties'
        ? 'It depends on what is said in the description, and is said there too.'
        : `${keyword} is not allowed at the root; it is said in the description.`;
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
