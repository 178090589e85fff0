/**
 * The versions that sequences use, with their place in the order of SemVer; those that are no SemVer have none. Build
 * metadata gives no place of its own.
 */
const precedences: Readonly<Record<string, number>> = {
  '1.0.0': 1,
  '1.2.0': 2,
  '1.2.0+linux': 2,
  '2.0.0-rc.1': 3,
  '2.0.0': 4,
};

/** The ranges that sequences use, with what is in them by the rules of npm. */
const members: Readonly<Record<string, readonly string[]>> = {
  '^1': ['1.0.0', '1.2.0', '1.2.0+linux'],
  '>=1.2.0 <3': ['1.2.0', '1.2.0+linux', '2.0.0'],
  '>=2.0.0-rc.0': ['2.0.0-rc.1', '2.0.0'],
  '1.0.0': ['1.0.0'],
  '*': ['1.0.0', '1.2.0', '1.2.0+linux', '2.0.0'],
  '>=3': [],
};

/** No range at all. */
export const INVALID_RANGE = 'one or two';

export const versionNames: readonly (string | undefined)[] = [
  undefined,
  ...Object.keys(precedences),
  'next',
  'v2.0.0',
];
export const rangeNames: readonly string[] = [...Object.keys(members), 'latest', INVALID_RANGE];

/** Which of some versions, in the order of their registration, a range leads to. */
export function highestIn(range: string, versions: readonly (string | undefined)[]): string | undefined {
  let best: string | undefined;
  for (const version of versions) {
    if (version === undefined || !members[range]?.includes(version)) continue;
    if (best === undefined || (precedences[version] ?? 0) >= (precedences[best] ?? 0)) best = version;
  }
  return best;
}
