import type { JsonObject, JsonValue } from 'toolcrib';
import { maskSecretKeys, type Redactor } from 'toolcrib/runtime';

/** A copy of a JSON value without what looks like a secret, by its key or by itself. */
export function redactJson(value: JsonObject, redact: Redactor): JsonObject;
export function redactJson(value: JsonValue, redact: Redactor): JsonValue;
export function redactJson(value: JsonValue, redact: Redactor): JsonValue {
  return redactTexts(maskSecretKeys(value), redact);
}

function redactTexts(value: JsonValue, redact: Redactor): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]),
  );
}
