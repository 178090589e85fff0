import { cutText } from '../../core/cut-text.ts';
import { ConfigError, type ErrorCode } from '../../core/errors.ts';
import type { SpecDifference } from '../diff-specs.ts';
import type { VersionRequest } from '../find-version.ts';

/** Why the code of one tool does not fit the catalogue. */
export type CatalogMismatch = {
  /** The tool. */
  readonly name: string;
} & (
  | { /** The catalogue has no such tool. */ readonly kind: 'missing' }
  | {
      /** It has the tool, but not in that version, or in a range only deprecated ones. */
      readonly kind: 'version-missing';
      readonly wanted: VersionRequest;
      /** Those that it has; `null` is the one without a version. */
      readonly versions: readonly (string | null)[];
    }
  | {
      /** The definition in the code is another, or its authority, at pointers below `/authority`. */
      readonly kind: 'differs';
      /** The version in the catalogue. */
      readonly version: string | null;
      readonly differences: readonly Pick<SpecDifference, 'field' | 'pointer'>[];
    }
  | {
      /** No tool can be made of the definition in the catalogue. */
      readonly kind: 'unusable';
      readonly version: string | null;
      readonly code: ErrorCode;
      readonly problem: string;
    }
  | { /** There is no code for a tool of the toolset. */ readonly kind: 'unbound' }
  | {
      /** The code is for another version than the toolset has. */
      readonly kind: 'other-version';
      /** The version that the toolset has. */
      readonly version: string | null;
      readonly wanted: VersionRequest;
    }
  | {
      /** The catalogue has the version of the toolset with other content. */
      readonly kind: 'replaced';
      readonly version: string | null;
    }
);

/** One error for all that does not fit. */
export function specMismatch(mismatches: readonly CatalogMismatch[]): ConfigError {
  const list = mismatches.map(describe).join('; ');
  return new ConfigError('E_SPEC_MISMATCH', `The code does not fit the catalogue: ${list}.`, {
    context: { mismatches: Object.freeze(mismatches) },
  });
}

function describe(mismatch: CatalogMismatch): string {
  const tool = `"${cutText(mismatch.name)}"`;
  switch (mismatch.kind) {
    case 'missing':
      return `${tool} is not in it`;
    case 'version-missing':
      return `${tool} is there, but ${describeWanted(mismatch.wanted)}`;
    case 'differs': {
      const fields = new Set(mismatch.differences.map(({ field }) => field));
      return `${tool} differs ${describeVersion(mismatch.version)} in ${[...fields].join(', ')}`;
    }
    case 'unusable':
      return `${tool} cannot be made ${describeVersion(mismatch.version)}: ${mismatch.problem.replace(/\.$/, '')}`;
    case 'unbound':
      return `${tool} is in the toolset, but has no binding`;
    case 'other-version':
      return `${tool} is in the toolset ${describeVersion(mismatch.version)}, which its binding is not for`;
    case 'replaced':
      return `${tool} has other content ${describeVersion(mismatch.version)} than the toolset`;
  }
}

function describeWanted(wanted: VersionRequest): string {
  if (!('range' in wanted)) return `not ${describeVersion(wanted.version)}`;
  if (wanted.range === 'latest') return 'its current version is deprecated';
  return `no version in the range ${JSON.stringify(wanted.range)} that is not deprecated`;
}

function describeVersion(version: string | null): string {
  return version === null ? 'without a version' : `in version ${JSON.stringify(cutText(version))}`;
}
