/** An object that somebody sent, none of whose fields can be relied on. */
export type WireFields = Readonly<Record<string, unknown>>;

/** The fields of anything; what is no object, or a list, has none. */
export function toFields(value: unknown): WireFields {
  return isFields(value) ? value : {};
}

/** Whether there are fields to look at. */
export function isFields(value: unknown): value is WireFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that somebody sent; empty if it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number of tokens; zero where it is not said. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0;
}

/** The objects of a list; whatever else is in it is left out. */
export function toFieldsList(value: unknown): readonly WireFields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
