import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditDraft } from '../../../../test/audit/audit-draft.ts';
import type { AuditEntry } from './audit-entry.ts';
import { AUDIT_START, hashEntry } from './hash-entry.ts';
import { toAuditLine } from './to-audit-line.ts';
import { verifyAudit } from './verify-audit.ts';

/** A log that is intact, of entries with these subjects. */
function chain(subjects: readonly string[], tenant = 'acme'): readonly AuditEntry[] {
  let previous = AUDIT_START.hash;
  return subjects.map((subject, index) => {
    const draft = auditDraft({ tenant, subject, details: { at: index } });
    const at = new Date(1_767_225_600_000 + index).toISOString();
    const fields = { ...draft, sequence: index + 1, id: `id-${index}`, at, previous };
    const entry = { ...fields, hash: hashEntry(fields) };
    previous = entry.hash;
    return entry;
  });
}

const logs = fc
  .array(fc.string({ unit: 'grapheme', maxLength: 8 }), { minLength: 3, maxLength: 12 })
  .map((subjects) => chain(subjects).map(toAuditLine));

/** A log and a place in it. */
const logsWithPlace = logs.chain((lines) => fc.tuple(fc.constant(lines), fc.nat(lines.length - 1)));

function headOf(lines: readonly string[]) {
  const { sequence, hash } = JSON.parse(lines.at(-1) ?? '') as AuditEntry;
  return { sequence, hash };
}

describe('verifyAudit', () => {
  it('finds nothing wrong with an intact log, and tells its head', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (lines) => {
        const report = await verifyAudit(lines, { expectedHead: headOf(lines), tenant: 'acme' });

        expect(report).toEqual({
          isIntact: true,
          tenant: 'acme',
          count: lines.length,
          head: headOf(lines),
          problem: undefined,
        });
      }),
    );
  });

  it('finds any other character anywhere', async () => {
    const change = fc.record({ at: fc.nat(), character: fc.string({ minLength: 1, maxLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(logsWithPlace, change, async ([lines, place], { at, character }) => {
        const line = lines[place] ?? '';
        const index = at % line.length;
        fc.pre(line[index] !== character);
        const changed = lines.with(place, line.slice(0, index) + character + line.slice(index + 1));

        const { isIntact, problem, count } = await verifyAudit(changed);

        expect(isIntact).toBe(false);
        expect(problem).toMatchObject({ line: place + 1, sequence: place + 1 });
        expect(count).toBe(place);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds entries that were changed and hashed again', async () => {
    await fc.assert(
      fc.asyncProperty(logsWithPlace, async ([lines, place]) => {
        const { hash: _, ...fields } = JSON.parse(lines[place] ?? '') as AuditEntry;
        const forged = { ...fields, actor: 'key:eve' };
        const changed = lines.with(place, toAuditLine({ ...forged, hash: hashEntry(forged) }));

        const { isIntact } = await verifyAudit(changed, { expectedHead: headOf(lines) });

        expect(isIntact).toBe(false);
      }),
    );
  });

  it('finds a log that was written anew as a whole, by the head that is known', async () => {
    const [real, forged] = [chain(['a', 'b', 'c']), chain(['a', 'x', 'c'])].map((log) =>
      log.map(toAuditLine),
    );

    const report = await verifyAudit(forged ?? [], { expectedHead: headOf(real ?? []) });

    expect(report.problem).toMatchObject({ kind: 'changed', line: 3 });
  });

  it('finds what was removed, put in, doubled, moved or cut off in front', async () => {
    const edits: ((lines: readonly string[], place: number) => readonly string[] | undefined)[] = [
      (lines, place) => (place === lines.length - 1 ? undefined : lines.toSpliced(place, 1)),
      (lines, place) => lines.toSpliced(place, 0, lines[place] ?? ''),
      (lines, place) => lines.toSpliced(place, 0, toAuditLine(chain(['new'])[0] as AuditEntry)),
      (lines, place) => (place === 0 ? undefined : lines.slice(place)),
      (lines, place) => {
        const [next, line] = [lines[place + 1], lines[place]];
        return next === undefined || line === undefined
          ? undefined
          : lines.with(place, next).with(place + 1, line);
      },
      (lines, place) => lines.toSpliced(place, 0, ''),
      (lines, place) => lines.with(place, ` ${lines[place]}`),
    ];
    await fc.assert(
      fc.asyncProperty(logsWithPlace, fc.constantFrom(...edits), async ([lines, place], edit) => {
        const edited = edit(lines, place);
        fc.pre(edited !== undefined);

        expect((await verifyAudit(edited ?? [])).isIntact).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds that the end was cut off only if the head is known', async () => {
    await fc.assert(
      fc.asyncProperty(logsWithPlace, async ([lines, place]) => {
        const cut = lines.slice(0, place);

        expect((await verifyAudit(cut)).isIntact).toBe(true);
        const { problem } = await verifyAudit(cut, { expectedHead: headOf(lines) });
        expect(problem).toMatchObject({ kind: 'cut-off', sequence: place + 1 });
      }),
    );
  });

  it('checks a part of a log if it knows what comes before', async () => {
    await fc.assert(
      fc.asyncProperty(logsWithPlace, async ([lines, place]) => {
        fc.pre(place > 0);
        const part = lines.slice(place);
        const from = headOf(lines.slice(0, place));

        expect(await verifyAudit(part, { from })).toMatchObject({ isIntact: true, count: part.length });
        const { problem } = await verifyAudit(part, { from: { ...from, hash: AUDIT_START.hash } });
        expect(problem).toMatchObject({ kind: 'out-of-order', line: 1 });
      }),
    );
  });

  it('refuses a line that two programs could read differently', async () => {
    const [line = ''] = chain(['a']).map(toAuditLine);

    const doubled = line.replace('{', '{"actor":"key:eve",');

    expect((await verifyAudit([doubled])).problem?.kind).toBe('unreadable');
  });

  it('refuses entries of another log, and of another tenant than asked for', async () => {
    const mixed = [chain(['a', 'b'])[0], chain(['a', 'b'], 'other')[1]].map((entry) =>
      toAuditLine(entry as AuditEntry),
    );

    expect((await verifyAudit(mixed)).problem).toMatchObject({ kind: 'other-tenant', line: 2 });
    expect((await verifyAudit(mixed, { tenant: 'other' })).problem).toMatchObject({ line: 1 });
  });

  it('reads streams, a last line that ends, and nothing at all', async () => {
    async function* stream() {
      yield* chain(['a', 'b']).map(toAuditLine);
      yield '';
    }

    expect(await verifyAudit(stream())).toMatchObject({ isIntact: true, count: 2 });
    expect(await verifyAudit([])).toEqual({
      isIntact: true,
      tenant: undefined,
      count: 0,
      head: AUDIT_START,
      problem: undefined,
    });
  });

  it('is not thrown off by hostile lines', async () => {
    const hostile = ['null', '[]', '{}', '"x"', '[['.repeat(200_000), '{"tenant":1}', '\u0000', '1e999'];

    for (const line of hostile) expect((await verifyAudit([line])).isIntact).toBe(false);
  });
});
