import Range from 'semver/classes/range.js';
import type SemVer from 'semver/classes/semver.js';
import { cutText } from '../core/cut-text.ts';
import { ConfigError } from '../core/errors.ts';
import { parseVersion } from './parse-version.ts';
import { currentOf, type ToolState, type ToolVersion } from './tool-state.ts';

/** Which version of a tool is wanted: exactly one, where `null` is the one without a version, or the best in a range. */
export type VersionRequest = { readonly version: string | null } | { readonly range: string };

const MAX_RANGE_LENGTH = 256;

/**
 * The version of a tool that is wanted. An exact one is found also if it is deprecated. In a range, by the rules of npm,
 * it is the highest SemVer version that is not deprecated, and of those that differ in build metadata only, the one that
 * was registered last. `latest` is the current version unless that is deprecated.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the range is none.
 */
export function findVersion(state: ToolState, wanted: VersionRequest): ToolVersion | undefined {
  if (!('range' in wanted)) {
    const version = wanted.version ?? undefined;
    return state.versions.find(({ spec }) => spec.version === version);
  }
  if (wanted.range === 'latest') {
    const current = currentOf(state);
    return current?.deprecation === undefined ? current : undefined;
  }
  return findHighest(state.versions, readRange(wanted.range));
}

function findHighest(versions: readonly ToolVersion[], range: Range): ToolVersion | undefined {
  let best: { readonly version: ToolVersion; readonly precedence: SemVer } | undefined;
  for (const version of versions) {
    if (version.deprecation !== undefined) continue;
    const precedence = parseVersion(version.spec.version);
    if (precedence === undefined || !range.test(precedence)) continue;
    if (best === undefined || precedence.compare(best.precedence) >= 0) best = { version, precedence };
  }
  return best?.version;
}

function readRange(range: unknown): Range {
  if (typeof range !== 'string') throw invalidRange(typeof range);
  if (range.length > MAX_RANGE_LENGTH) {
    throw invalidRange(`${JSON.stringify(cutText(range))}, which has ${range.length} characters`);
  }
  try {
    return new Range(range);
  } catch {
    // What the parser says of it is less than the message below.
    throw invalidRange(JSON.stringify(cutText(range)));
  }
}

function invalidRange(got: string): ConfigError {
  const expected = `a SemVer range of at most ${MAX_RANGE_LENGTH} characters, or "latest"`;
  return new ConfigError('E_INVALID_OPTION', `The option range must be ${expected}, not ${got}.`, {
    context: { option: 'range' },
  });
}
