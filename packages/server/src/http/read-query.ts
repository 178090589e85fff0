import { InvalidRequest } from './invalid-request.ts';

const MAX_PARAMETERS = 64;

/**
 * The parameters of a query: text, or a list where a name is given more than once, which the schema of the route may
 * refuse. Stricter than `URLSearchParams`, which replaces in silence what it cannot decode.
 *
 * @throws ToolcribError `E_INVALID_REQUEST`.
 */
export function readQuery(query: string): Readonly<Record<string, string | readonly string[]>> {
  // Without a prototype: a name is just a name here.
  const values: Record<string, string | string[]> = Object.create(null);
  if (query === '') return values;
  const parts = query.split('&', MAX_PARAMETERS + 1);
  if (parts.length > MAX_PARAMETERS) {
    throw new InvalidRequest(`The query has more than ${MAX_PARAMETERS} parameters.`);
  }
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    const before = values[name];
    values[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return values;
}

/** Nothing of it is encoded, as in nearly all. */
const plainText = /^[\w.~:/-]*$/;

function decode(text: string): string {
  if (plainText.test(text)) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new InvalidRequest('The query cannot be read: it is not percent-encoded UTF-8.');
  }
  if (decoded.includes('\0')) throw new InvalidRequest('The query cannot be read: it holds a NUL character.');
  return decoded;
}
