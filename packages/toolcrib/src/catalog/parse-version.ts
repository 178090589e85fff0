import type SemVer from 'semver/classes/semver.js';
import parse from 'semver/functions/parse.js';

/** Undefined for what is no SemVer to the letter: the parser would also take `v1.0.0` and blanks around it. */
export function parseVersion(version: string | undefined): SemVer | undefined {
  const parsed = version === undefined || !/^\d\S*$/.test(version) ? null : parse(version);
  return parsed ?? undefined;
}
