/** What an entry says when it is written, as far as a crash is concerned. */
export type WriteKind = 'running' | 'waiting' | 'settled' | 'unknown' | 'ended';

/** A place in the life of a call where its process may die, in the order in which a call comes there. */
export type Boundary =
  | 'before-resolve'
  | 'after-resolve'
  | 'policy'
  | 'input-schema'
  | 'policy-with-arguments'
  | 'gate-open'
  | 'gate-settled'
  | 'before-effect'
  | 'after-effect'
  | 'output-schema'
  | 'before-put'
  | 'after-put'
  | 'end-event'
  | 'verify'
  | `${'before' | 'after'}-${'insert' | 'replace'}-${WriteKind}`;

/** Told of every boundary that is come to, and may end the process there. */
export type OnBoundary = (boundary: Boundary) => void;
