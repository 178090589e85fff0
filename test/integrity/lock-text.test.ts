import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLock, parseLock, setDigestOf } from '../../packages/toolcrib/src/governance/index.ts';
import { ConfigError, lockTools, type ToolDigest, type ToolLock } from '../../packages/toolcrib/src/index.ts';

const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

const name = fc.oneof(
  fc.stringMatching(/^[a-z_][a-z0-9_-]{0,12}$/),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((text) => !unseen.test(text)),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10', '9', '"', '\\', 'wеather'),
);
const digest = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
  .map((digits): ToolDigest => `sha256/v1:${digits.join('')}`);
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((value) => value.isWellFormed());
const tool = fc.record(
  { version: text, digest, authorityDigest: digest, source: text },
  { requiredKeys: ['digest', 'authorityDigest'], noNullPrototype: true },
);
const lock = fc
  .uniqueArray(fc.tuple(name, tool), { selector: ([key]) => key, maxLength: 5 })
  .map((tools): ToolLock => ({ lockVersion: 2, tools: Object.fromEntries(tools) as ToolLock['tools'] }));

/** The lock that a text holds; undefined if it is refused as it should be. */
function readOrRefuse(written: string): ToolLock | undefined {
  try {
    return parseLock(written);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: 'E_INVALID_LOCK' });
    return undefined;
  }
}

describe('the text of a lock', () => {
  it('holds all of the lock, and is the same whenever it is written', () => {
    fc.assert(
      fc.property(lock, (given) => {
        const written = formatLock(given);
        const read = parseLock(written);

        expect(read).toEqual({ lockVersion: 2, tools: { ...given.tools } });
        expect(Object.keys(read.tools).toSorted()).toEqual(Object.keys(given.tools).toSorted());
        expect(formatLock(read)).toBe(written);
        expect(formatLock(JSON.parse(written))).toBe(written);
        expect(setDigestOf(read)).toBe(setDigestOf(given));
        expect(written).toMatch(/^[\n -~]*$/);
      }),
    );
  });

  it('has one line for each tool, of which one differs when one tool does', () => {
    fc.assert(
      fc.property(lock, digest, fc.nat(), (given, other, choice) => {
        const entries = Object.entries(given.tools);
        const chosen = entries[choice % (entries.length || 1)];
        fc.pre(chosen !== undefined && chosen[1].digest !== other);
        const [changed, { digest: _digest, ...rest }] = chosen as NonNullable<typeof chosen>;
        const tools = Object.fromEntries(
          entries.map(([key, value]) => [key, key === changed ? { ...rest, digest: other } : value]),
        );

        const [before, after] = [given, { ...given, tools }].map((one) => formatLock(one).split('\n'));

        const differing = before?.filter((line, index) => line !== after?.[index]);
        expect(before).toHaveLength(entries.length + 7);
        expect(differing?.map((line) => line.trimStart().slice(0, 5))).toEqual([
          expect.stringMatching(/^"/),
          '"set"',
        ]);
      }),
    );
  });

  it('is refused after any change of one character, or holds the same lock', () => {
    const character = fc.oneof(
      fc.constantFrom(...'{}[]",: \n\r\t\\u0a1b/.-_x\ufeff'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const change = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('delete', 'insert', 'replace'),
      character,
    });
    fc.assert(
      fc.property(lock, change, (given, { at, kind, character: added }) => {
        const written = formatLock(given);
        const index = at % written.length;
        const changed =
          written.slice(0, index) +
          (kind === 'delete' ? '' : added) +
          written.slice(kind === 'insert' ? index : index + 1);

        const read = readOrRefuse(changed);

        if (read !== undefined) expect(formatLock(read)).toBe(written);
      }),
      { numRuns: 3000 },
    );
  });

  it('is refused after each change of each character of a small lock', () => {
    const zeros: ToolDigest = `sha256/v1:${'0'.repeat(64)}`;
    const small: ToolLock = {
      lockVersion: 2,
      tools: {
        a: { version: '1', digest: zeros, authorityDigest: zeros },
        b: { digest: `sha256/v1:${'1'.repeat(64)}`, authorityDigest: zeros },
      },
    };
    const written = formatLock(small);
    const changes = [...written].flatMap((_, index) => {
      const [head, tail] = [written.slice(0, index), written.slice(index + 1)];
      const flipped = [0, 1, 2, 3, 4, 5, 6].map((bit) =>
        String.fromCharCode(written.charCodeAt(index) ^ (1 << bit)),
      );
      return [
        head + tail,
        `${head}${written[index]}${written[index]}${tail}`,
        ...flipped.map((one) => head + one + tail),
      ];
    });

    const accepted = changes.filter((changed) => changed !== written && readOrRefuse(changed) !== undefined);

    expect(accepted).toEqual([]);
  });

  it('is refused without a crash, whatever else it is', () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      lock.map((given) => JSON.stringify(given)),
      fc.tuple(lock, fc.array(fc.nat(), { maxLength: 8 })).map(([given, order]) => {
        const lines = formatLock(given).split('\n');
        return order.map((index) => lines[index % lines.length]).join('\n');
      }),
    );
    fc.assert(
      fc.property(junk, (written) => {
        expect(readOrRefuse(written)).toBeUndefined();
      }),
    );
  });

  it('of no tools is one that a registry takes', () => {
    expect(parseLock(formatLock(lockTools([])))).toEqual(lockTools([]));
  });
});
