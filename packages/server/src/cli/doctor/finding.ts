/** What `toolcrib doctor` says of one thing. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What is the case. */
  readonly found: string;
  /** What to do, unless all is well. */
  readonly fix?: string | undefined;
}
