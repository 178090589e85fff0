import parse from 'semver/functions/parse.js';

/** What is used of a version of `semver`, whose types are not part of the library. */
export interface Precedence {
  readonly major: number;
  readonly minor: number;
  readonly prerelease: readonly (string | number)[];
  compare(other: string | Precedence): number;
  /** Without prereleases. */
  compareMain(other: string | Precedence): number;
}

/** What is used of a comparator of `semver`. */
export interface VersionComparator {
  readonly operator: string;
  readonly semver: Precedence;
  test(version: string | Precedence): boolean;
}

/** What is used of a range of `semver`: a version is in it if it fits all comparators of one alternative. */
export interface VersionRange {
  readonly set: readonly (readonly VersionComparator[])[];
}

/** Undefined for what is no SemVer to the letter: the parser would also take `v1.0.0` and blanks around it. */
export function parseVersion(version: string | undefined): Precedence | undefined {
  const parsed = version === undefined || !/^\d\S*$/.test(version) ? null : parse(version);
  return parsed ?? undefined;
}
