import { copyJson, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Call } from '../call.ts';

/**
 * Arguments for whoever approves: as the handler gets them, with their defaults. Where a schema made something
 * of a field that JSON cannot say, that field is shown as it came.
 */
export function showArguments(
  { args = {} }: Pick<Call, 'args'>,
  accepted: Readonly<Record<string, unknown>> | undefined,
): JsonObject {
  const shown: Record<string, JsonValue> = {};
  for (const key of Object.keys(accepted ?? args)) {
    const copy = copyJson(accepted?.[key]);
    const value = copy.ok ? copy.value : args[key];
    Object.defineProperty(shown, key, { value: value ?? null, enumerable: true, configurable: true });
  }
  return Object.freeze(shown);
}
