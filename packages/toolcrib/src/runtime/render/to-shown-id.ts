/** The id of an artifact as a model reads it and writes it back: whatever it holds, it ends no quotes and no line. */
export function toShownId(id: string): string {
  return encodeURIComponent(String(id).toWellFormed());
}
