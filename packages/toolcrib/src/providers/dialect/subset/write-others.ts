import { isJsonArray, isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import type { KeywordRule, SubsetDialect } from '../dialect.ts';
import { getKeywordType, isAssertion, isIdle } from '../keyword-facts.ts';
import type { NodeWriter } from './node-writer.ts';
import type { Entry, Reading } from './reading.ts';

/** Counts that OpenAPI, as it is in protocol buffers, has as text. */
const counts: ReadonlySet<string> = new Set([
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'],
]);

/** Writes the keywords that are about nothing else, each by the rule that the dialect has for it. */
export function writeOthers(
  reading: Reading,
  types: readonly TypeName[] | undefined,
  writer: NodeWriter,
): void {
  const { dialect } = writer.context;
  for (const [keyword, entry] of reading.others) {
    // A closed object has said this already.
    const isSaid = keyword === 'unevaluatedProperties' && dialect.isStrict && types?.includes('object');
    if (isSaid && !entry.isForeign) continue;
    const rule = entry.isForeign ? dialect.otherwise : (dialect.keywords.get(keyword) ?? dialect.otherwise);
    const reason = findIdleness(keyword, entry, { reading, types, rule, dialect });
    if (reason !== undefined) {
      writer.context.journal.note({ pointer: entry.at, keyword, action: 'omitted', detail: reason });
    } else applyRule(rule, { keyword, entry, reading, types, writer });
  }
}

interface Application {
  readonly keyword: string;
  readonly entry: Entry;
  readonly reading: Reading;
  readonly types: readonly TypeName[] | undefined;
  readonly writer: NodeWriter;
}

function applyRule(rule: KeywordRule, application: Application): void {
  const { keyword, entry, reading, writer } = application;
  const { dialect, journal } = writer.context;
  switch (rule) {
    case 'omit':
      journal.note({
        pointer: entry.at,
        keyword,
        action: 'omitted',
        detail: `${keyword} says nothing to a model.`,
      });
      break;
    case 'refuse':
      journal.refuse(entry.at, keyword, `${keyword} cannot be said.`);
      break;
    case 'keep':
      if (keyword === 'description') writer.describe(String(entry.value));
      // A bound that was written already takes this one into account.
      else if (writer.get(keyword) !== undefined) break;
      else if (!canStay(application)) writer.move(keyword, entry, reading);
      else
        writer.keep(
          keyword,
          counts.has(keyword) && dialect.types === 'openapi' ? String(entry.value) : entry.value,
        );
      break;
    case 'move':
      if (!writeAsInclusive(application)) writer.move(keyword, entry, reading);
      break;
    default:
      rule satisfies never;
  }
}

/** Whether a keyword that a dialect knows has a value that it knows too. */
function canStay({ keyword, entry: { value }, types, reading, writer }: Application): boolean {
  const { formats, limits, isStrict } = writer.context.dialect;
  switch (keyword) {
    case 'format':
      return formats === 'any' || types?.some((type) => formats.get(type)?.includes(String(value))) === true;
    case 'pattern':
      return !isStrict || isPlainPattern(String(value));
    case 'propertyOrdering':
      return isJsonArray(value) && value.every((name) => reading.properties?.has(String(name)));
    default:
      return !limits.has(keyword) || Number(value) <= Number(limits.get(keyword));
  }
}

/** Whether a pattern needs neither to look around nor to look back, which grammars cannot. */
function isPlainPattern(pattern: string): boolean {
  return !/\(\?<?[=!]|\\[1-9k]/.test(pattern);
}

/** A bound that a whole number must not reach is one that it may reach, one further. */
function writeAsInclusive({ keyword, entry, types, writer, reading }: Application): boolean {
  const isLower = keyword === 'exclusiveMinimum';
  if (!isLower && keyword !== 'exclusiveMaximum') return false;
  const inclusive = isLower ? 'minimum' : 'maximum';
  const isWhole = types?.includes('integer') && !types.includes('number');
  if (!isWhole || writer.context.dialect.keywords.get(inclusive) !== 'keep') return false;
  const value = Number(entry.value);
  const bound = isLower ? Math.floor(value) + 1 : Math.ceil(value) - 1;
  const beside = reading.others.get(inclusive)?.value;
  const stricter =
    typeof beside === 'number' ? (isLower ? Math.max(bound, beside) : Math.min(bound, beside)) : bound;
  writer.keep(inclusive, stricter);
  writer.context.journal.note({
    pointer: entry.at,
    keyword,
    action: 'rewritten',
    detail: `${keyword} is said as ${inclusive}.`,
  });
  return true;
}

interface Surroundings {
  readonly reading: Reading;
  readonly types: readonly TypeName[] | undefined;
  readonly rule: KeywordRule;
  readonly dialect: SubsetDialect;
}

/** Why a keyword refuses nothing where it stands. */
function findIdleness(
  keyword: string,
  { value, isForeign }: Entry,
  around: Surroundings,
): string | undefined {
  const { types, rule } = around;
  if (isForeign)
    return isAssertion(keyword) ? `${keyword} means nothing in the draft of this schema.` : undefined;
  if (types !== undefined && !types.some((type) => isAbout(keyword, type))) {
    return `${keyword} says nothing about values of type ${types.join(' or ')}.`;
  }
  if (rule === 'keep' || rule === 'omit') return undefined;
  return isIdle(keyword, value) || isImplied(keyword, value, around)
    ? `${keyword} says nothing that is not said already.`
    : undefined;
}

/** Whether a keyword can look at values of a type. */
function isAbout(keyword: string, type: TypeName): boolean {
  const made = getKeywordType(keyword);
  if (made === undefined || type === made) return true;
  const isNumber = type === 'integer' || type === 'number';
  // OpenAPI has formats of numbers too.
  return isNumber && (made === 'number' || keyword === 'format');
}

/** Whether the rest of a closed object, or of an array, makes a keyword hold. */
function isImplied(keyword: string, value: JsonValue, { reading, dialect }: Surroundings): boolean {
  const { properties, required, items } = reading;
  if (keyword === 'unevaluatedItems') return items !== undefined;
  if (!dialect.isStrict) return false;
  switch (keyword) {
    case 'minProperties':
      return Number(value) <= required.length;
    case 'maxProperties':
      return Number(value) >= (properties?.size ?? 0);
    case 'dependentRequired':
      return (
        isJsonObject(value) &&
        Object.values(value).every(
          (names) => isJsonArray(names) && names.every((name) => required.includes(String(name))),
        )
      );
    default:
      return false;
  }
}
