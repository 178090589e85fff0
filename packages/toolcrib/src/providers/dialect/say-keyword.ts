import { canonicalJson } from '../../core/canonical-json.ts';
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../core/json.ts';

/** Words that take the place of a keyword may have so many characters. Cutting them would be a loss. */
export const MAX_WORDS = 4_000;

type Phrase = (value: JsonValue) => string;

/** Keywords that are clauses of one sentence: "Minimum 1, maximum 10." */
const clauses: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ['minimum', (value) => `minimum ${value}`],
  ['exclusiveMinimum', (value) => `greater than ${value}`],
  ['maximum', (value) => `maximum ${value}`],
  ['exclusiveMaximum', (value) => `less than ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minLength', (value) => `at least ${count(value, 'character', 'characters')}`],
  ['maxLength', (value) => `at most ${count(value, 'character', 'characters')}`],
  ['minItems', (value) => `at least ${count(value, 'item', 'items')}`],
  ['maxItems', (value) => `at most ${count(value, 'item', 'items')}`],
  ['uniqueItems', () => 'no two items alike'],
  ['minProperties', (value) => `at least ${count(value, 'property', 'properties')}`],
  ['maxProperties', (value) => `at most ${count(value, 'property', 'properties')}`],
]);

/** Keywords that are sentences, in the order in which they are said. */
const sentences: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ['const', (value) => `Must be ${canonicalJson(value)}.`],
  ['enum', (value) => (isEmpty(value) ? 'No value is allowed.' : `One of ${listValues(value)}.`)],
  ['pattern', (value) => `Matches the pattern ${value}.`],
  ['format', (value) => `Format: ${value}.`],
  ['contentEncoding', (value) => `Encoded as ${value}.`],
  ['contentMediaType', (value) => `Media type: ${value}.`],
  ['required', (value) => `Requires ${listNames(value)}.`],
  ['dependentRequired', sayDependencies],
  ['additionalProperties', sayAdditional],
  ['unevaluatedProperties', sayAdditional],
  ['anyOf', (value) => sayUnion('anyOf', value)],
  ['oneOf', (value) => sayUnion('oneOf', value)],
  ['default', (value) => `Default: ${canonicalJson(value)}.`],
  ['example', (value) => `Example: ${canonicalJson(value)}.`],
  ['examples', (value) => `Examples: ${listValues(value)}.`],
  ['deprecated', () => 'Deprecated.'],
  ['readOnly', () => 'Read-only.'],
  ['writeOnly', () => 'Write-only.'],
]);

/** Keywords that are said as the JSON that they are, as something else that a value must satisfy. */
const conditions: ReadonlySet<string> = new Set([
  ...['allOf', 'not', 'if', 'contains', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
  ...['patternProperties', 'propertyNames', 'dependentSchemas', 'dependencies', '$dynamicRef', '$ref'],
]);

/** A keyword of a checked schema as a sentence that a model can read. */
export function sayKeyword(keyword: string, value: JsonValue): string {
  const clause = clauses.get(keyword);
  if (clause !== undefined) return toSentence([clause(value)]);
  const sentence = sentences.get(keyword);
  if (sentence !== undefined) return sentence(value);
  return conditions.has(keyword) ? saySchema(keyword, value) : `${keyword}: ${canonicalJson(value)}.`;
}

/** Keywords and their values; a keyword may be there twice. */
export type KeywordList = readonly (readonly [keyword: string, value: JsonValue])[];

/** Several keywords, in an order of their own. */
export function sayKeywords(keywords: KeywordList): string {
  const sorted = [...keywords].sort(
    ([left], [right]) => rankOf(left) - rankOf(right) || (left < right ? -1 : 1),
  );
  const bounds = sorted.flatMap(([keyword, value]) => clauses.get(keyword)?.(value) ?? []);
  const others = sorted.filter(([keyword]) => !clauses.has(keyword));
  const said = others.map(([keyword, value]) => sayKeyword(keyword, value));
  return [...(bounds.length === 0 ? [] : [toSentence(bounds)]), ...said].join(' ');
}

/** What is said before, and what is said of keywords after it. */
export function appendWords(description: string | undefined, words: string): string {
  if (words === '') return description ?? '';
  return description === undefined || description.trim() === '' ? words : `${description}\n${words}`;
}

const order: readonly string[] = [...clauses.keys(), ...sentences.keys()];

function rankOf(keyword: string): number {
  const rank = order.indexOf(keyword);
  return rank === -1 ? order.length : rank;
}

function toSentence(parts: readonly string[]): string {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function count(value: JsonValue, one: string, many: string): string {
  return `${value} ${value === 1 ? one : many}`;
}

function saySchema(keyword: string, value: JsonValue): string {
  // The parts of a condition come together, as the object that they are in.
  const schema = keyword === 'if' || keyword === 'contains' ? value : { [keyword]: value };
  return `Must also satisfy: ${canonicalJson(schema)}.`;
}

function sayUnion(keyword: 'anyOf' | 'oneOf', value: JsonValue): string {
  const branches = value as JsonArray;
  const sets = branches.map((branch) =>
    isJsonObject(branch) && Object.keys(branch).length === 1 ? branch.required : undefined,
  );
  if (!sets.every((names) => Array.isArray(names) && names.length > 0)) return saySchema(keyword, value);
  const amount = keyword === 'anyOf' ? 'at least one of these' : 'exactly one of these';
  return `Requires ${amount}: ${sets.map((names) => listNames(names as JsonValue)).join('; ')}.`;
}

function sayDependencies(value: JsonValue): string {
  const rows = Object.entries(value as JsonObject).sort(([left], [right]) => (left < right ? -1 : 1));
  return rows.map(([name, names]) => `With ${quote(name)}, requires ${listNames(names)}.`).join(' ');
}

function sayAdditional(value: JsonValue): string {
  if (value === false) return 'No other properties.';
  return isJsonObject(value) && Object.keys(value).length > 0
    ? `Other properties must satisfy: ${canonicalJson(value)}.`
    : 'Other properties are allowed.';
}

function listNames(value: JsonValue): string {
  return (value as JsonArray).map((name) => quote(String(name))).join(' and ');
}

function isEmpty(value: JsonValue): boolean {
  return (value as JsonArray).length === 0;
}

function listValues(value: JsonValue): string {
  return (value as JsonArray).map((item) => canonicalJson(item)).join(', ');
}

function quote(name: string): string {
  return JSON.stringify(name);
}
