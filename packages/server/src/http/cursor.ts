import { InvalidRequest } from './invalid-request.ts';

const MAX_CURSOR_CHARS = 2_048;

/** An opaque cursor for a page that goes on after a key: text that a URL can hold as it is. */
export function encodeCursor(key: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([key]));
  return toBase64Url(bytes);
}

/**
 * The key of a cursor that {@link encodeCursor} made; undefined for none. It is the client's word: a key to compare
 * with, never a permission.
 *
 * @throws ToolcribError `E_INVALID_REQUEST` for any other text.
 */
export function decodeCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const key = cursor.length <= MAX_CURSOR_CHARS ? readKey(cursor) : undefined;
  // Only what we would write ourselves, so that there is one cursor for a key.
  return key !== undefined && encodeCursor(key) === cursor ? key : refuseCursor();
}

/** @throws ToolcribError `E_INVALID_REQUEST`. */
export function refuseCursor(): never {
  throw new InvalidRequest(
    'The cursor is none of this service. Take `nextCursor` of the page before, as it is.',
    [{ path: ['after'], message: 'is not a cursor' }],
  );
}

function readKey(cursor: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) && typeof value[0] === 'string' && value[0].isWellFormed()
      ? value[0]
      : undefined;
  } catch {
    // Whatever is wrong with it, it is no cursor.
    return undefined;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
