import type { JsonValue } from '../core/json.ts';

/**
 * Whether claims can be true together: never (`empty` was shown), of certain values (each was checked), or `unknown`.
 */
export type Answer =
  | { readonly kind: 'empty' }
  | { readonly kind: 'found'; readonly values: readonly [JsonValue, ...JsonValue[]] }
  | { readonly kind: 'unknown'; readonly isTooComplex?: boolean };

export const EMPTY: Answer = Object.freeze({ kind: 'empty' });
export const UNKNOWN: Answer = Object.freeze({ kind: 'unknown' });
/** The budget did not suffice. */
export const TOO_COMPLEX: Answer = Object.freeze({ kind: 'unknown', isTooComplex: true });

/** Values that may satisfy claims; if there are none, whether that proves that no value does. */
export interface Candidates {
  readonly values: Iterable<JsonValue>;
  /** Whether no other value can satisfy them. */
  readonly isComplete: boolean;
}

/** No value at all. */
export const NO_CANDIDATES: Candidates = Object.freeze({ values: Object.freeze([]), isComplete: true });
/** Nothing to try, and nothing shown. */
export const NO_IDEA: Candidates = Object.freeze({ values: Object.freeze([]), isComplete: false });
