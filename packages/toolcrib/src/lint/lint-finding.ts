/** `error` keeps a spec from being published unless it is waived; the others are for those who review it. */
export type LintSeverity = 'error' | 'warning' | 'info';

/** Something in a definition that somebody should look at. Nothing is ever changed because of it. Deeply frozen. */
export type LintFinding = {
  /** The id of the rule, such as `hidden-unicode`. */
  readonly rule: string;
  readonly severity: LintSeverity;
  /** A JSON Pointer (RFC 6901) into the spec, such as `/description`. */
  readonly pointer: string;
  /** Where in the text at the pointer, in UTF-16 units; absent if it is about all of it. */
  readonly start?: number;
  readonly end?: number;
  /** One sentence for people. What it quotes is short, and shows what cannot be seen as `U+200B`. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly fix: string;
};
