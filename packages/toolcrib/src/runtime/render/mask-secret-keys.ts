import { isJsonArray, isJsonObject, type JsonValue } from '../../core/json.ts';
import { REDACTED } from './redactor.ts';

/** Parts of keys, without case and separators. */
const secretParts =
  /passw(?:or)?d|passphrase|secret|token|apikey|authorization|bearer|cookie|credential|(?:private|access|signing|encryption)key|sessionid|connectionstring/;
const secretNames: ReadonlySet<string> = new Set(['auth', 'cvc', 'cvv', 'otp', 'pass', 'pin', 'pwd']);

/**
 * A copy of a JSON value in which the values of keys that sound like secrets are replaced. True, false and
 * null stay, and so do numbers of tokens, such as `maxTokens`.
 */
export function maskSecretKeys(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(maskSecretKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key, item) ? REDACTED : maskSecretKeys(item)]),
  );
}

function isSecret(key: string, value: JsonValue): boolean {
  if (typeof value === 'boolean' || value === null) return false;
  const name = key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (typeof value === 'number' && name.includes('token')) return false;
  return secretParts.test(name) || secretNames.has(name);
}
