import type { ToolAuthority } from '../packages/toolcrib/src/index.ts';

/** The authority of a tool whose options say nothing of it. */
export const codeAuthority: ToolAuthority = Object.freeze({
  effect: 'write',
  requires: Object.freeze([]),
  trusted: false,
  redact: true,
  verify: false,
  revert: false,
  binding: Object.freeze({ kind: 'code' }),
});
