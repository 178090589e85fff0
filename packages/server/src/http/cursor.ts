import { InvalidRequest } from './invalid-request.ts';

const MAX_CURSOR_CHARS = 2_048;

/**
 * An opaque cursor for a page that goes on after a key: text that a URL can hold as it is. With a scope it counts for that
 * list alone.
 */
export function encodeCursor(key: string, scope = ''): string {
  const bytes = new TextEncoder().encode(JSON.stringify(scope === '' ? [key] : [key, scope]));
  return toBase64Url(bytes);
}

/**
 * The key of a cursor that {@link encodeCursor} made; undefined for none. It is the client's word: a key to compare
 * with, never a permission.
 *
 * @throws ToolcribError `E_INVALID_REQUEST` for any other text, and for a cursor of another scope.
 */
export function decodeCursor(cursor: string | undefined, scope = ''): string | undefined {
  if (cursor === undefined) return undefined;
  const read = cursor.length <= MAX_CURSOR_CHARS ? readCursor(cursor) : undefined;
  // Only what we would write ourselves, so that there is one cursor for a key.
  if (read === undefined || encodeCursor(read.key, read.scope) !== cursor) return refuseCursor();
  return read.scope === scope ? read.key : refuseScope();
}

/** @throws ToolcribError `E_INVALID_REQUEST`. */
export function refuseCursor(): never {
  throw new InvalidRequest(
    'The cursor is none of this service. Take `nextCursor` of the page before, as it is.',
    [{ path: ['after'], message: 'is not a cursor' }],
  );
}

/** @throws ToolcribError `E_INVALID_REQUEST`. */
function refuseScope(): never {
  throw new InvalidRequest(
    'The cursor belongs to a list with other filters. Repeat the filters of the page that it came with, or begin without `after`.',
    [{ path: ['after'], message: 'belongs to other filters' }],
  );
}

function readCursor(cursor: string): { readonly key: string; readonly scope: string } | undefined {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(value)) return undefined;
    const [key, scope = '']: unknown[] = value;
    return isText(key) && isText(scope) ? { key, scope } : undefined;
  } catch {
    // Whatever is wrong with it, it is no cursor.
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
