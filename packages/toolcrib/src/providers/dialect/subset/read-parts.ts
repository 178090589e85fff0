import type { JsonValue } from '../../../core/json.ts';
import type { Context } from './context.ts';
import type { Parts } from './expand-parts.ts';
import { isLocatedObject, type Located, mask } from './located.ts';
import { mergeParts } from './merge-parts.ts';
import { type Entry, isProblem, type MergeProblem, type Reading } from './reading.ts';

const NO_PARTS: Omit<Parts, 'at' | 'list'> = {
  isNever: false,
  replaced: [],
  hidden: [],
  targets: [],
  beside: undefined,
};

/**
 * Reads schemas that apply to one value as one, and notes what that makes different. Where they cannot be,
 * a dialect that is not strict has the first one, and the others in words.
 */
export function readParts(schemas: readonly Located[], parts: Parts, context: Context): Reading | undefined {
  const { journal, dialect, map } = context;
  const { at } = parts;
  const merged = mergeParts(parts, map);
  if (isProblem(merged)) {
    if (!dialect.isStrict) return readFirst(schemas, merged, context);
    journal.refuse(merged.at, merged.keyword, merged.detail);
    return undefined;
  }
  if (parts.isNever && dialect.isStrict) {
    journal.refuse(at, '', 'No value satisfies it.');
    return undefined;
  }
  for (const { at: pointer, keyword } of parts.replaced) {
    const detail = `${keyword} is replaced by what it holds.`;
    journal.note({ pointer, keyword, action: 'rewritten', detail });
  }
  for (const { schema, at: pointer } of schemas) {
    if (schema !== true) continue;
    journal.note({ pointer, keyword: '', action: 'rewritten', detail: 'true is said as an empty schema.' });
  }
  noteHidden(parts.hidden, context);
  noteIdle(merged, context);
  return parts.isNever ? addOther(merged, 'not', { value: {}, at }) : merged;
}

function readFirst(
  schemas: readonly Located[],
  problem: MergeProblem,
  context: Context,
): Reading | undefined {
  const { map, journal } = context;
  const [first, ...others] = schemas.filter(isLocatedObject);
  if (first === undefined) return undefined;
  const gathering = map.listKeywords(first).filter((keyword) => isGathering(first.schema[keyword], keyword));
  const said: JsonValue[] = others.map(({ schema }) => schema);
  const rest = Object.fromEntries(gathering.map((keyword) => [keyword, first.schema[keyword] as JsonValue]));
  if (gathering.length > 0) said.push(rest);
  const read = (without: readonly string[]) =>
    mergeParts({ ...NO_PARTS, at: first.at, list: [mask(first, without)] }, map);
  let reading = read(gathering);
  if (isProblem(reading)) {
    const { keyword } = reading;
    said.push({ [keyword]: first.schema[keyword] as JsonValue });
    reading = read([...gathering, keyword]);
  }
  if (isProblem(reading)) {
    journal.refuse(problem.at, problem.keyword, problem.detail);
    return undefined;
  }
  noteIdle(reading, context);
  return addOther(reading, 'allOf', { value: said, at: first.at });
}

/** Notes keywords that draft-07 ignores. */
export function noteHidden(hidden: Parts['hidden'], { journal }: Context): void {
  for (const { keyword, at } of hidden) {
    const detail = `${keyword} says nothing beside a $ref in draft-07.`;
    journal.note({ pointer: at, keyword, action: 'omitted', detail });
  }
}

function noteIdle({ idle }: Reading, { journal }: Context): void {
  for (const { keyword, at, detail } of idle) {
    journal.note({ pointer: at, keyword, action: 'omitted', detail });
  }
}

function addOther(reading: Reading, keyword: string, entry: Entry): Reading {
  return { ...reading, others: new Map([...reading.others, [keyword, entry]]) };
}

function isGathering(value: JsonValue | undefined, keyword: string): boolean {
  if (keyword === '$ref' || keyword === 'allOf') return true;
  return (keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value) && value.length === 1;
}
