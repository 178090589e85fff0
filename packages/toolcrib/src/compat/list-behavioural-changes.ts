import { canonicalJson } from '../core/canonical-json.ts';
import { copyJson, isJsonObject, type JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';
import { listAnnotations } from './list-annotations.ts';
import type { BehaviouralChange } from './schema-comparison.ts';
import type { ComparableSpec } from './spec-comparison.ts';

/** What differs between two specs that no schema notices, by pointer: the old places in their order, then the new ones. */
export function listBehaviouralChanges(
  before: ComparableSpec,
  after: ComparableSpec,
  options: AnnotationOptions,
): readonly BehaviouralChange[] {
  return listChanges(listTexts(before, options), listTexts(after, options));
}

interface AnnotationOptions {
  readonly areFormatsEnforced: boolean;
}

/** The same of two schemas, which need not be valid. */
export function listAnnotationChanges(
  before: unknown,
  after: unknown,
  options: AnnotationOptions,
): readonly BehaviouralChange[] {
  const [old, next] = [before, after].map((given) => {
    const schema = toJson(given);
    return new Map(schema === undefined ? [] : listOf(schema, '', options));
  });
  return listChanges(old ?? new Map(), next ?? new Map());
}

function listOf(schema: JsonValue, start: string, { areFormatsEnforced }: AnnotationOptions) {
  const all = [...listAnnotations(schema, start)];
  return areFormatsEnforced ? all.filter(([pointer]) => !pointer.endsWith('/format')) : all;
}

function listChanges(
  old: ReadonlyMap<string, JsonValue>,
  next: ReadonlyMap<string, JsonValue>,
): readonly BehaviouralChange[] {
  const pointers = [...new Set([...old.keys(), ...next.keys()])];
  return Object.freeze(pointers.flatMap((pointer) => toChange(pointer, old.get(pointer), next.get(pointer))));
}

function toChange(
  pointer: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly BehaviouralChange[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after))
    return [];
  const change = {
    pointer,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
  return [Object.freeze(change)];
}

/** Everything in a spec that is read rather than enforced. */
function listTexts(spec: ComparableSpec, options: AnnotationOptions): ReadonlyMap<string, JsonValue> {
  const texts = new Map<string, JsonValue>();
  for (const field of ['title', 'description', 'annotations', 'tags'] as const) {
    const value = toJson(spec[field]);
    if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) texts.set(pointerTo('', field, key), item);
    } else if (value !== undefined) texts.set(pointerTo('', field), value);
  }
  for (const field of ['inputSchema', 'outputSchema'] as const) {
    const schema = toJson(spec[field]);
    if (schema === undefined) continue;
    for (const [pointer, value] of listOf(schema, `/${field}`, options)) texts.set(pointer, value);
  }
  return texts;
}

/** A frozen copy; undefined for what is absent or no JSON, which the schemas are refused for anyway. */
function toJson(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  const copy = copyJson(value);
  return copy.ok ? copy.value : undefined;
}
