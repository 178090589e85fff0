import { formatIssues } from '../../core/issue.ts';
import { copyJson, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { TranslationOutcome } from '../dialect/dialect.ts';
import type { Dialect } from '../dialect/dialects.ts';
import { translateSchema } from '../dialect/translate-schema.ts';

/**
 * How faithful a translation has to be: `loose` may accept more than the schema, which is checked later
 * anyway; `shape` closes every object and may put bounds into words; `exact` accepts nothing more.
 */
export type Fidelity = 'loose' | 'shape' | 'exact';

/** Translates a schema for a provider. */
export type TranslateSchema = (
  schema: JsonObject,
  dialect: Dialect,
  fidelity: Fidelity,
) => TranslationOutcome;

export const translateFor: TranslateSchema = (schema, dialect, fidelity) => {
  // What is not frozen is somebody's own, and may change.
  const own = Object.isFrozen(schema) ? schema : copySchema(schema);
  return typeof own === 'string'
    ? { ok: false, reasons: [{ pointer: '', keyword: '', action: 'refused', detail: own }] }
    : translateSchema(own, dialect, { isExact: fidelity === 'exact' });
};

/** A frozen copy, or why there can be none. */
function copySchema(schema: JsonObject): JsonObject | string {
  const copy = copyJson(schema);
  if (!copy.ok) return `It is no JSON: ${formatIssues(copy.issues)}.`;
  return isJsonObject(copy.value) ? copy.value : 'It is no object.';
}

/** Remembers translations for as long as somebody holds the schema. */
export function rememberTranslations(translate: TranslateSchema = translateFor): TranslateSchema {
  const known = new WeakMap<JsonObject, Map<string, TranslationOutcome>>();
  return (schema, dialect, fidelity) => {
    const key = `${dialect.id} ${fidelity}`;
    const outcomes = known.get(schema) ?? new Map<string, TranslationOutcome>();
    const outcome = outcomes.get(key) ?? translate(schema, dialect, fidelity);
    known.set(schema, outcomes.set(key, outcome));
    return outcome;
  };
}
