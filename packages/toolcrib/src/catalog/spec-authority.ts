import {
  type AuthorityBinding,
  CODE_BINDING,
  digestAuthority,
  type ToolAuthority,
  toAuthority,
  UNSTATED_AUTHORITY,
} from '../core/authority.ts';
import type { ToolDigest } from '../core/digest.ts';
import { isDigest } from '../core/lock.ts';
import { shortestTimeout } from '../core/shortest-timeout.ts';
import type { ToolEffect } from '../core/tool-options.ts';
import { type Fail, FieldReader } from './field-reader.ts';
import type { ToolSpec } from './tool-spec.ts';
import type { ToolsetEntry } from './toolsets/toolset.ts';

const MAX_SCOPES = 64;
const MAX_SCOPE_LENGTH = 128;
const effects: readonly ToolEffect[] = ['read', 'write', 'destructive'];
const UNSTATED_DIGEST = digestAuthority(UNSTATED_AUTHORITY);
const KIND = /^[a-z][a-z0-9-]{0,31}$/;

/** The authority that a spec states, or the most restrictive one if it states none. */
export function authorityOf({ authority }: Pick<ToolSpec, 'authority'>): ToolAuthority {
  return authority ?? UNSTATED_AUTHORITY;
}

/**
 * The digest of the authority that a spec states: that of the spec of a tool is the tool's own. A spec that states none has
 * that of the most restrictive authority. With an entry of a toolset, it is the digest of the authority that the tool has in
 * that toolset.
 */
export function authorityDigest(
  spec: Pick<ToolSpec, 'authority'>,
  entry?: Pick<ToolsetEntry, 'policy'>,
): ToolDigest {
  if (entry?.policy !== undefined) return digestAuthority(authorityIn(spec, entry));
  return spec.authority === undefined ? UNSTATED_DIGEST : digestAuthority(spec.authority);
}

/** The authority of a tool in a toolset, which adds scopes, and may have a person asked, for a shorter time, or refuse calls. */
export function authorityIn(
  spec: Pick<ToolSpec, 'authority'>,
  { policy = {} }: Pick<ToolsetEntry, 'policy'>,
): ToolAuthority {
  const authority = authorityOf(spec);
  const { requires = [], autonomy = 'allow' } = policy;
  const gateTimeoutMs = shortestTimeout(authority.gateTimeoutMs, policy.gateTimeoutMs);
  return toAuthority({
    ...authority,
    requires: [...new Set([...authority.requires, ...requires])],
    ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
    ...(autonomy !== 'allow' && { autonomy }),
  });
}

const authorityFields = [
  'effect',
  'requires',
  'trusted',
  'redact',
  'verify',
  'revert',
  'binding',
  'gateTimeoutMs',
] as const satisfies (keyof ToolAuthority)[];

/** A frozen authority of unknown origin, with its defaults; whatever `fail` throws if it is none. */
export function readAuthority(value: unknown, fail: Fail): ToolAuthority {
  const read = new FieldReader(value, authorityFields, fail);
  const given = read.get('effect') === undefined ? 'write' : read.get('effect');
  const trusted = readFlag(read, 'trusted');
  const redact = read.get('redact') === undefined || read.flag('redact');
  const gateTimeoutMs = read.optionalTimeout('gateTimeoutMs');
  if (!redact && !trusted) read.refuse('redact', 'can be false only for a tool that is trusted');
  return toAuthority({
    effect:
      effects.find((effect) => effect === given) ?? read.wrong('effect', `one of ${effects.join(', ')}`),
    requires: readScopes(read),
    trusted,
    redact,
    verify: readFlag(read, 'verify'),
    revert: readFlag(read, 'revert'),
    binding: readBinding(read.get('binding'), fail),
    ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
  });
}

function readScopes(read: FieldReader<'requires'>): readonly string[] {
  const scopes = read.get('requires') === undefined ? [] : read.list('requires');
  const texts = scopes.filter((scope) => typeof scope === 'string').filter(isScope);
  const isList = texts.length === scopes.length && scopes.length <= MAX_SCOPES;
  if (isList && new Set(texts).size === texts.length) return texts;
  return read.wrong(
    'requires',
    `a list of at most ${MAX_SCOPES} different texts of 1 to ${MAX_SCOPE_LENGTH} characters`,
  );
}

function isScope(text: string): boolean {
  return text.length >= 1 && text.length <= MAX_SCOPE_LENGTH && text.isWellFormed();
}

function readFlag<Field extends string>(read: FieldReader<Field>, field: Field): boolean {
  return read.get(field) === undefined ? false : read.flag(field);
}

function readBinding(value: unknown, fail: Fail): AuthorityBinding {
  if (value === undefined) return CODE_BINDING;
  const failIn: Fail = (field, problem) => fail(field === '' ? 'binding' : `binding.${field}`, problem);
  const read = new FieldReader(value, ['kind', 'digest'], failIn);
  const [kind, digest] = [read.get('kind'), read.get('digest')];
  if (typeof kind !== 'string' || !KIND.test(kind)) return read.wrong('kind', 'a name such as code');
  if (kind === 'code')
    return digest === undefined ? CODE_BINDING : read.refuse('digest', 'is not one of code');
  if (!isDigest(digest)) return read.wrong('digest', 'that of the document that says how it is run');
  return Object.freeze({ kind, digest });
}
