/** The fields of something that comes from elsewhere; any of them may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of anything; what is no object has none of its own. */
export function fieldsOf(value: unknown): Fields {
  return Object(value) as Fields;
}
