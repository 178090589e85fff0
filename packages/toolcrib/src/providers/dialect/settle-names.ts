import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../core/json.ts';
import { compileTest } from '../../core/pattern/compile-pattern.ts';
import { measurePattern } from '../../core/pattern/measure-pattern.ts';
import type { SchemaChange } from './dialect.ts';
import { isIdle } from './keyword-facts.ts';
import { appendWords, MAX_WORDS, sayKeywords } from './say-keyword.ts';

import type { WireKeys } from './wire-keys.ts';

/** A schema whose rules for names of properties fit those on the wire, and what became different. */
export interface SettledNames {
  readonly schema: JsonObject;
  readonly changes: readonly Omit<SchemaChange, 'pointer'>[];
}

/**
 * Fits what a schema says of the names of its properties, `propertyNames` and `patternProperties`, to names that
 * are different on the wire. What cannot be fitted is said in words, because no call could satisfy it, where it
 * would stay: a dialect that knows a part of JSON Schema decides by itself.
 */
export function settleNames(schema: JsonObject, toWire: WireKeys['toWire'], isWhole: boolean): SettledNames {
  const { propertyNames, patternProperties } = schema;
  if (propertyNames === undefined && patternProperties === undefined) return { schema, changes: [] };
  const renamed = findRenamed(schema, toWire);
  if (renamed.size === 0) return { schema, changes: [] };
  const kept: Record<string, JsonValue> = { ...schema };
  const moved: [string, JsonValue][] = [];
  if (propertyNames !== undefined && !isIdle('propertyNames', propertyNames)) {
    const listed = renameListed(propertyNames, renamed);
    if (listed !== undefined) kept.propertyNames = listed;
    else if (isWhole) moved.push(['propertyNames', propertyNames]);
  }
  const caught = isWhole ? findCaught(patternProperties, renamed) : [];
  if (caught.length > 0) {
    const rows = Object.entries(patternProperties as JsonObject);
    moved.push(['patternProperties', Object.fromEntries(rows.filter(([text]) => caught.includes(text)))]);
    kept.patternProperties = Object.fromEntries(rows.filter(([text]) => !caught.includes(text)));
    // Without the pattern, names that it is about would be additional.
    const { additionalProperties: rest } = schema;
    if (rest !== undefined && rest !== true) moved.push(['additionalProperties', rest]);
  }
  return move(kept, moved);
}

function move(kept: Record<string, JsonValue>, moved: readonly [string, JsonValue][]): SettledNames {
  if (moved.length === 0) return { schema: kept, changes: [] };
  for (const [keyword] of moved) if (keyword !== 'patternProperties') delete kept[keyword];
  const words = sayKeywords(moved);
  kept.description = appendWords(typeof kept.description === 'string' ? kept.description : undefined, words);
  const isTooLong = words.length > MAX_WORDS;
  const changes = moved.map(([keyword]) => ({
    keyword,
    action: isTooLong ? ('refused' as const) : ('moved' as const),
    detail: isTooLong
      ? 'It does not fit names that are different on the wire, and is too long to be said in words.'
      : 'It does not fit names that are different on the wire; it is said in the description.',
  }));
  return { schema: kept, changes };
}

/** The properties that a schema knows by a name that is different on the wire. */
function findRenamed({ properties, required }: JsonObject, toWire: WireKeys['toWire']): Map<string, string> {
  const names = [
    ...Object.keys((properties ?? {}) as JsonObject),
    ...((required ?? []) as readonly string[]),
  ];
  return new Map(
    names.flatMap((name) => {
      const wire = toWire.get(name);
      return wire === undefined ? [] : [[name, wire] as const];
    }),
  );
}

/** A list of names with those on the wire; undefined if the rule is anything else than a list. */
function renameListed(rule: JsonValue, renamed: ReadonlyMap<string, string>): JsonValue | undefined {
  if (!isJsonObject(rule)) return undefined;
  const rename = (name: JsonValue) => (typeof name === 'string' ? (renamed.get(name) ?? name) : name);
  const isList = Object.keys(rule).every(
    (keyword) => ['enum', 'const', 'description'].includes(keyword) || isStringType(rule, keyword),
  );
  if (!isList) return undefined;
  return {
    ...rule,
    ...(rule.enum === undefined ? {} : { enum: (rule.enum as JsonArray).map(rename) }),
    ...(rule.const === undefined ? {} : { const: rename(rule.const) }),
  };
}

function isStringType(rule: JsonObject, keyword: string): boolean {
  return keyword === 'type' && rule.type === 'string';
}

/** The patterns that match a property by one of its names only. */
function findCaught(patterns: JsonValue | undefined, renamed: ReadonlyMap<string, string>): string[] {
  if (patterns === undefined) return [];
  return Object.keys(patterns as JsonObject).filter((text) => {
    const pattern = compileTest(text);
    const cost = measurePattern(text);
    if (pattern === undefined || !cost.safe) return true;
    return [...renamed].some(
      ([own, wire]) => own.length > cost.maxLength || pattern.test(own) !== pattern.test(wire),
    );
  });
}
