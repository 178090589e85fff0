/** Texts without anything to escape, which are nearly all. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * The RFC 8785 canonical text of a JSON value. As the library writes it for its digests: strings must be well-formed,
 * numbers finite.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields).sort()) {
    text += `${text && ','}${quote(key)}:${canonicalJson(fields[key])}`;
  }
  return `{${text}}`;
}

function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}
