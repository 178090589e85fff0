/** Base64 for URLs, without padding, of a few bytes. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Exactly so many bytes; undefined if the text is not the one that {@link toBase64Url} gives for them. */
export function fromBase64Url(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== Math.ceil((length * 4) / 3) || !/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) =>
    unit.charCodeAt(0),
  );
  // The last letter may carry bits that mean nothing; then there would be two texts for the same bytes.
  return toBase64Url(bytes) === text ? bytes : undefined;
}
