import type { JsonObject } from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import { type Fail, FieldReader } from '../field-reader.ts';
import { isSpecName } from '../read-spec.ts';

/**
 * What the version of a spec has to say about its compatibility, if anything. `semver`: what breaks callers needs another
 * major version, also an authority that is stricter, lost or run by something else; what adds to a tool, or changes its authority
 * otherwise, another minor one. `review`: what breaks callers, or changes what a model reads, or the authority, waits as a draft for somebody other than its publisher; so does going back to an earlier version. A new tool is published at once
 * under each of them, unless it is proposed as a draft.
 */
export type CompatibilityPolicy = 'none' | 'semver' | 'review';

/** How specs are published in a tenant, or of one tool. Absent fields are those of the tenant, and then the defaults. */
export type PublishPolicy = {
  /** @default 'none' */
  readonly compatibility?: CompatibilityPolicy;
  /** Whether findings of severity `error` keep a spec from being published, or are only recorded. @default 'block' */
  readonly lint?: 'block' | 'report';
};

/** A policy without absent fields. */
export type EffectivePolicy = Required<PublishPolicy>;

const PREFIX = 'policy';
const compatibilities = ['none', 'semver', 'review'] as const;
const lintModes = ['block', 'report'] as const;

/** The key of the policy of a tool, or of the tenant. */
export function policyKey(tool: string | undefined): string {
  return tool === undefined ? PREFIX : pointerTo(PREFIX, tool);
}

/** A frozen copy of a policy that may come from anywhere; whatever `fail` throws if it is none. */
export function readPolicy(value: unknown, fail: Fail): PublishPolicy {
  const read = new FieldReader(value, ['compatibility', 'lint'], fail);
  const [compatibility, lint] = [read.get('compatibility'), read.get('lint')];
  const knownCompatibility = compatibilities.find((one) => one === compatibility);
  const knownLint = lintModes.find((one) => one === lint);
  if (compatibility !== undefined && knownCompatibility === undefined) {
    read.wrong('compatibility', `one of ${compatibilities.join(', ')}`);
  }
  if (lint !== undefined && knownLint === undefined) read.wrong('lint', `one of ${lintModes.join(', ')}`);
  return Object.freeze({
    ...(knownCompatibility && { compatibility: knownCompatibility }),
    ...(knownLint && { lint: knownLint }),
  });
}

/** A policy that stands under a key of a snapshot; whatever `fail` throws if it is none, or stands under another key. */
export function readPolicyDocument(key: string, value: unknown, fail: Fail): PublishPolicy {
  const name = key
    .slice(PREFIX.length + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const isKey = key === PREFIX || (key === policyKey(name) && isSpecName(name));
  if (!isKey) fail('', 'stands under a key that no policy has');
  return readPolicy(value, fail);
}

/** What holds for a tool, by the documents of its tenant. */
export function policyOf(
  documentOf: (key: string) => JsonObject | undefined,
  tool: string | undefined,
): EffectivePolicy {
  const ofTenant: PublishPolicy | undefined = documentOf(policyKey(undefined));
  const ofTool: PublishPolicy | undefined = tool === undefined ? undefined : documentOf(policyKey(tool));
  return { compatibility: 'none', lint: 'block', ...ofTenant, ...ofTool };
}
