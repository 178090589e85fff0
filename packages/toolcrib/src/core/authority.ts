import { digestJson, type ToolDigest } from './digest.ts';
import { isEqualJson } from './is-equal-json.ts';
import type { ToolEffect } from './tool-options.ts';

/**
 * What runs a tool: code of the process that calls it. Every other kind has a document of its own, with addresses and
 * credentials, which is named here by its digest.
 */
export type AuthorityBinding =
  | { readonly kind: 'code' }
  | { readonly kind: string; readonly digest: ToolDigest };

/**
 * What decides what a call of a tool may do, and whether somebody is asked first. No model reads it. Deeply frozen JSON,
 * with every default made explicit, so that equal authorities have equal digests.
 */
export type ToolAuthority = {
  /** Policies ask, allow or deny by it. */
  readonly effect: ToolEffect;
  /** The scopes that a caller must hold, sorted in code-unit order. */
  readonly requires: readonly string[];
  /** Whether results reach the model without the untrusted envelope. */
  readonly trusted: boolean;
  /** Whether secrets are taken out of results before a model reads them. */
  readonly redact: boolean;
  /** Whether it can be found out after a crash if a call took effect. */
  readonly verify: boolean;
  /** Whether the effect of a call can be taken back. */
  readonly revert: boolean;
  readonly binding: AuthorityBinding;
  /**
   * How long a gate of a call stays open, in milliseconds. Absent where neither the tool nor its toolset says so, so that
   * digests stay.
   */
  readonly gateTimeoutMs?: number;
  /**
   * Whether the toolset that a tool was taken from has a person asked before each call, or refuses it. Absent for the
   * default, `allow`, and for tools of no toolset, so that their digests stay. A spec does not state it.
   */
  readonly autonomy?: 'ask' | 'deny';
};

/** Runs in this process. */
export const CODE_BINDING: AuthorityBinding = Object.freeze({ kind: 'code' });

const NO_SCOPES: readonly string[] = Object.freeze([]);

/** The authority of a definition that states none: the most restrictive one that code can have. */
export const UNSTATED_AUTHORITY: ToolAuthority = Object.freeze({
  effect: 'destructive',
  requires: NO_SCOPES,
  trusted: false,
  redact: true,
  verify: false,
  revert: false,
  binding: CODE_BINDING,
});

/** A frozen authority with its fields, and its scopes, in one order. */
export function toAuthority(fields: ToolAuthority): ToolAuthority {
  const { effect, requires, trusted, redact, verify, revert, binding, gateTimeoutMs, autonomy } = fields;
  const scopes = requires.length === 0 ? NO_SCOPES : Object.freeze([...requires].sort());
  return Object.freeze({
    ...{ effect, requires: scopes, trusted, redact, verify, revert, binding },
    ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
    ...(autonomy !== undefined && { autonomy }),
  });
}

/** The digest of an authority, over its RFC 8785 canonical JSON. */
export function digestAuthority(authority: ToolAuthority): ToolDigest {
  return digestJson(authority);
}

/** Whether two authorities are the same. */
export function isSameAuthority(left: ToolAuthority, right: ToolAuthority): boolean {
  return isEqualJson(left, right);
}

/** From the one that does least. */
const effects: readonly ToolEffect[] = ['read', 'write', 'destructive'];

/** The fields by which an authority lets more happen, without asking anybody, than another does. */
export function findWeakerFields(
  authority: ToolAuthority,
  than: ToolAuthority,
): readonly ('effect' | 'requires' | 'trusted' | 'redact')[] {
  const isWeaker = {
    effect: effects.indexOf(authority.effect) < effects.indexOf(than.effect),
    requires: !than.requires.every((scope) => authority.requires.includes(scope)),
    trusted: authority.trusted && !than.trusted,
    redact: !authority.redact && than.redact,
  };
  return (['effect', 'requires', 'trusted', 'redact'] as const).filter((field) => isWeaker[field]);
}

/** The fields in which two authorities differ, in the order in which they have them. */
export function findChangedFields(
  left: ToolAuthority,
  right: ToolAuthority,
): readonly (keyof ToolAuthority)[] {
  // One of them may lack what is at its default.
  const fields = new Set(Object.keys({ ...left, ...right }) as (keyof ToolAuthority)[]);
  return [...fields].filter((field) => !isEqualJson(left[field], right[field]));
}
