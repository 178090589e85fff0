import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolcribError } from '../core/errors.ts';
import { findVersion } from './find-version.ts';
import type { ToolState, ToolVersion } from './tool-state.ts';
import { VersionOrders } from './version-order.ts';

/** Versions in the order of their registration; `!` after one says that it is deprecated, `-` is the one without. */
function stateOf(versions: readonly string[], current = versions.length): ToolState {
  return { name: 'weather', enabled: true, current, versions: versions.map(toVersion) };
}

function toVersion(mark: string): ToolVersion {
  const version = mark.replace(/!$/, '');
  return {
    spec: { name: 'weather', inputSchema: {}, outputSchema: {}, ...(version !== '-' && { version }) },
    digest: `sha256/v1:${version}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(mark.endsWith('!') && { deprecation: { message: 'Old.' } }),
  };
}

function find(state: ToolState, range: string): string | undefined {
  return findVersion(state, { range })?.spec.version;
}

describe('a version that is asked for exactly', () => {
  const state = stateOf(['1.0.0!', '-', 'today', '1.0.0+linux', 'v2.0.0']);

  it.each(['1.0.0', 'today', '1.0.0+linux', 'v2.0.0'])('is found, whatever it looks like: %s', (version) => {
    expect(findVersion(state, { version })?.spec.version).toBe(version);
  });

  it('is the one without a version for null', () => {
    expect(findVersion(state, { version: null })).toBe(state.versions[1]);
    expect(findVersion(stateOf(['1.0.0']), { version: null })).toBeUndefined();
  });

  it('is found only if it is the very same text', () => {
    for (const version of ['1.0', '1.0.0 ', '2.0.0', 'v1.0.0', '', 'constructor']) {
      expect(findVersion(state, { version })).toBeUndefined();
    }
  });
});

describe('a version that is asked for by range', () => {
  it('is the highest that is in the range, whatever the order of registration', () => {
    const state = stateOf(['1.10.0', '1.9.0', '2.0.0', '1.2.0', '0.9.9']);

    expect(find(state, '^1')).toBe('1.10.0');
    expect(find(state, '1.9.x')).toBe('1.9.0');
    expect(find(state, '<1.9.0 || >=3')).toBe('1.2.0');
    expect(find(state, '1.0.0 - 1.9')).toBe('1.9.0');
    expect(find(state, '*')).toBe('2.0.0');
    expect(find(state, '>=3')).toBeUndefined();
  });

  it('is never a deprecated one', () => {
    expect(find(stateOf(['1.0.0', '1.1.0!', '1.2.0!']), '^1')).toBe('1.0.0');
    expect(find(stateOf(['1.0.0!']), '1.0.0')).toBeUndefined();
  });

  it('is never one that is no SemVer to the letter', () => {
    const state = stateOf([
      '-',
      'v1.3.0',
      '=1.4.0',
      ' 1.5.0',
      '1.6.0 ',
      '1.7',
      '01.8.0',
      '1.9.0-01',
      '1.0.0',
      'x',
    ]);

    expect(find(state, '*')).toBe('1.0.0');
    expect(find(state, '>=1')).toBe('1.0.0');
    expect(find(stateOf([`1.0.${'9'.repeat(100)}`]), '*')).toBeUndefined();
  });

  it('is a prerelease only if the range names one of the same version', () => {
    const state = stateOf(['1.0.0', '1.1.0-beta.2', '1.1.0-beta.10', '1.2.0-rc.1']);

    expect(find(state, '^1')).toBe('1.0.0');
    expect(find(state, '^1.1.0-beta.1')).toBe('1.1.0-beta.10');
    expect(find(state, '1.2.0-rc.1')).toBe('1.2.0-rc.1');
  });

  it('is the one that was registered last of those that differ in build metadata', () => {
    expect(find(stateOf(['1.0.0+z', '1.0.0', '1.0.0+a', '0.9.0']), '^1')).toBe('1.0.0+a');
  });

  it('is the current one for latest, also if it is no SemVer or not the highest', () => {
    expect(find(stateOf(['1.0.0', '2.0.0', 'nightly'], 1), 'latest')).toBe('1.0.0');
    expect(find(stateOf(['1.0.0', 'nightly']), 'latest')).toBe('nightly');
    expect(findVersion(stateOf(['1.0.0', '-']), { range: 'latest' })?.spec).not.toHaveProperty('version');
    expect(find(stateOf(['1.0.0', '2.0.0!']), 'latest')).toBeUndefined();
    expect(find(stateOf([], 0), 'latest')).toBeUndefined();
  });

  it('is found among thousands of versions without a look at each', () => {
    const state = stateOf(Array.from({ length: 5_000 }, (_, minor) => `1.${minor}.0`));
    Object.freeze(state.versions);
    const start = performance.now();
    const orders = new VersionOrders();
    for (let count = 0; count < 1_000; count++) findVersion(state, { range: '>=9 || >=8' }, orders);

    expect(performance.now() - start).toBeLessThan(500);
  });

  it('is the same as in a model that knows nothing but carets, comparisons and precedence', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyVersion, { selector: textOf, maxLength: 12 }),
        anyRange,
        (versions, range) => {
          const state = stateOf(
            versions.map((version) => textOf(version) + (version.isDeprecated ? '!' : '')),
          );

          expect(find(state, range.text)).toBe(modelFind(versions, range));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a range that is none', () => {
  it.each([
    ['next', '"next"'],
    ['latest ', '"latest "'],
    ['1.0.0.0', '"1.0.0.0"'],
    ['^^1', '"^^1"'],
    ['>=1 <beta', '">=1 <beta"'],
    [`1${' '.repeat(300)}`, 'which has 301 characters'],
    [42, 'number'],
    [null, 'object'],
  ])('is refused, and named: %j', (range, shown) => {
    const error = refusal(range);

    expect(error.code).toBe('E_INVALID_OPTION');
    expect(error.context).toEqual({ option: 'range' });
    expect(error.message).toContain(shown);
    expect(error.message.length).toBeLessThan(250);
  });

  it.each([
    [`${'1||'.repeat(8)}2`, 'has 9 alternatives; at most 8 are allowed'],
    [
      Array.from({ length: 17 }, (_, major) => `>${major}`).join(' '),
      'has 17 comparators; at most 16 are allowed',
    ],
  ])('is one that has too many parts: %j', (range, problem) => {
    const error = refusal(range);

    expect(error.code).toBe('E_INVALID_OPTION');
    expect(error.message).toBe(`The option range ${problem}.`);
  });

  it('is none that has as many parts as it may', () => {
    expect(
      find(stateOf(['1.0.0', '2.0.0']), Array.from({ length: 8 }, (_, major) => `^${major}`).join('||')),
    ).toBe('2.0.0');
  });

  it('is refused before it can keep anybody busy', () => {
    const parts = [
      '1.',
      '^',
      '~',
      '>=',
      ' ',
      '||',
      ' - ',
      'x',
      '0',
      '-',
      '-a',
      '.',
      '+',
      'v',
      '=',
      '<',
      '*',
      '\t',
    ];
    const hostile = fc.oneof(
      fc.constantFrom(...parts).map((part) => part.repeat(256 / part.length)),
      fc
        .tuple(fc.constantFrom(...parts), fc.constantFrom(...parts))
        .map(([left, right]) => left.repeat(60) + right.repeat(60)),
      fc.string({ unit: fc.constantFrom(...parts), maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 256 }),
    );
    const state = stateOf(['1.0.0', `1.0.0-${'a.'.repeat(50)}a`, `1.0.0-${'9'.repeat(110)}`]);
    fc.assert(
      fc.property(hostile, (range) => {
        try {
          findVersion(state, { range });
        } catch (error) {
          expect(error).toBeInstanceOf(ToolcribError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  function refusal(range: unknown): ToolcribError {
    try {
      findVersion(stateOf(['1.0.0']), { range } as { range: string });
    } catch (error) {
      if (error instanceof ToolcribError) return error;
    }
    throw new Error('Nothing was refused.');
  }
});

/** Three numbers, perhaps the number of a prerelease, and build metadata. */
type ModelVersion = {
  readonly numbers: readonly number[];
  readonly beta: number | undefined;
  readonly build: string;
  readonly isDeprecated: boolean;
};
type ModelRange = { readonly text: string; readonly accepts: (version: ModelVersion) => boolean };

const small = fc.integer({ min: 0, max: 2 });
const anyVersion: fc.Arbitrary<ModelVersion> = fc.record({
  numbers: fc.tuple(small, small, small),
  beta: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined, freq: 2 }),
  build: fc.constantFrom('', '', '+a', '+b'),
  isDeprecated: fc.nat(3).map((number) => number === 0),
});

const anyRange: fc.Arbitrary<ModelRange> = fc
  .array(
    fc.tuple(fc.constantFrom('^', '~', '>=', '>', '<', '<=', '='), anyVersion).map(([operator, bound]) => {
      const shown = { ...bound, build: '' };
      return { text: operator + textOf(shown), accepts: modelAccepts(operator, bound) };
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((ranges) => ({
    text: ranges.map(({ text }) => text).join(' || '),
    accepts: (version) => ranges.some(({ accepts }) => accepts(version)),
  }));

function textOf({ numbers, beta, build }: ModelVersion): string {
  return numbers.join('.') + (beta === undefined ? '' : `-beta.${beta}`) + build;
}

/** As one number: what is before the release of a version is a little less. */
function rankOf({ numbers: [major = 0, minor = 0, patch = 0], beta }: ModelVersion): number {
  return major * 1e6 + minor * 1e4 + patch * 1e2 + (beta ?? 50);
}

function modelAccepts(operator: string, bound: ModelVersion): (version: ModelVersion) => boolean {
  const least = rankOf(bound);
  const [major = 0, minor = 0, patch = 0] = bound.numbers;
  const release = (...numbers: number[]) => rankOf({ ...bound, numbers, beta: -1 });
  const caretEnd =
    major > 0 ? release(major + 1, 0, 0) : minor > 0 ? release(0, minor + 1, 0) : release(0, 0, patch + 1);
  const isInside = (rank: number): boolean => {
    if (operator === '^') return rank >= least && rank < caretEnd;
    if (operator === '~') return rank >= least && rank < release(major, minor + 1, 0);
    if (operator === '>=') return rank >= least;
    if (operator === '>') return rank > least;
    if (operator === '<') return rank < least;
    return operator === '<=' ? rank <= least : rank === least;
  };
  return (version) => {
    const isSameRelease = version.numbers.join() === bound.numbers.join();
    const isAllowed = version.beta === undefined || (bound.beta !== undefined && isSameRelease);
    return isAllowed && isInside(rankOf(version));
  };
}

function modelFind(versions: readonly ModelVersion[], range: ModelRange): string | undefined {
  const candidates = versions.filter((version) => !version.isDeprecated && range.accepts(version));
  const highest = Math.max(...candidates.map(rankOf));
  const found = candidates.filter((version) => rankOf(version) === highest).at(-1);
  return found && textOf(found);
}
