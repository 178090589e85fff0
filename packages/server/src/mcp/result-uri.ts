/** A result, or a part of it, as a resource. */
export interface ResultPlace {
  readonly callId: string;
  /** The first byte. @default 0 */
  readonly from: number;
}

const PREFIX = 'toolcrib://calls/';
const PLACE = /^([^/?#]{1,768})\/result(?:\?from=(\d{1,15}))?$/;

/** What parts of results are called, as clients are told. */
export const RESULT_URI_TEMPLATE = `${PREFIX}{callId}/result{?from}`;

/** The address of a result, or of what of it begins at a byte. */
export function toResultUri(callId: string, from = 0): string {
  return `${PREFIX}${encodeURIComponent(callId)}/result${from === 0 ? '' : `?from=${from}`}`;
}

/** Undefined for what is no address of a result. */
export function readResultUri(uri: string): ResultPlace | undefined {
  if (!uri.startsWith(PREFIX)) return undefined;
  const [, name, from = '0'] = PLACE.exec(uri.slice(PREFIX.length)) ?? [];
  if (name === undefined) return undefined;
  try {
    return { callId: decodeURIComponent(name), from: Number(from) };
  } catch {
    // A percent sign that begins no character.
    return undefined;
  }
}
