import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySnapshot, anyStates } from '../../../../test/catalog/any-snapshot.ts';
import { errorOf } from '../../../../test/errors.ts';
import { copyJson, type JsonObject, type JsonValue } from '../core/json.ts';
import { doAtOnce } from './pieces.ts';
import { readSnapshot } from './read-snapshot.ts';
import { specDigest } from './spec-digest.ts';
import { SpecDigests } from './spec-digests.ts';
import { toSnapshot } from './to-snapshot.ts';
import { toStates } from './to-states.ts';
import type { ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import type { ToolSpec } from './tool-spec.ts';

describe('a snapshot', () => {
  it('[C7] is the same to the byte after it was written, read, and taken again', () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const text = JSON.stringify(snapshot);
        const read = readSnapshot(JSON.parse(text));

        expect(JSON.stringify(read)).toBe(text);
        expect(JSON.stringify(toSnapshot(doAtOnce(toStates(read, new SpecDigests()))))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('[C7] holds all that a tool has', () => {
    fc.assert(
      fc.property(anyStates, (states) => {
        expect(doAtOnce(toStates(toSnapshot(states), new SpecDigests()))).toEqual(states);
      }),
      { numRuns: 500 },
    );
  });

  it('has its fields in one order, wherever it comes from', () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const turned = turnOutside(JSON.parse(JSON.stringify(snapshot)));

        expect(JSON.stringify(readSnapshot(turned))).toBe(JSON.stringify(snapshot));
      }),
    );
  });

  it('is frozen through and through, and shares nothing with what was read', () => {
    const given = sample();
    const read = readSnapshot(given);

    expect(isDeeplyFrozen(read)).toBe(true);
    expect(isDeeplyFrozen(doAtOnce(toStates(read, new SpecDigests())))).toBe(true);
    expect(Object.isFrozen(given.tools)).toBe(false);
    expect(sharesObjects(given, read)).toBe(false);
  });

  it('may be of any depth that a spec may have', () => {
    const given = sample();
    let schema: JsonValue = {};
    while (copyJson({ inputSchema: { x: schema } }).ok) schema = { x: schema };
    const [tool] = given.tools;
    const deep = { ...given, tools: [{ ...tool, spec: { ...tool?.spec, inputSchema: schema } }] };

    expect(readSnapshot(deep).tools[0]?.spec.inputSchema).toEqual(schema);
  });
});

describe('what is no snapshot', () => {
  it.each(mutations())('is refused with its path: $path $what', ({ path, mutate }) => {
    const mutated = mutate(sample());

    const error = errorOf(() => readSnapshot(mutated));

    expect(error.code).toBe('E_INVALID_SNAPSHOT');
    expect(error.context).toEqual({ path });
    expect(error.message).toMatch(/^The snapshot is refused: .+\.$/s);
    expect(error.message.length).toBeLessThan(600);
  });

  it('is refused also if it throws when it is read', () => {
    const fail = (): never => {
      throw new Error('secret');
    };
    const hostile = Object.defineProperty({}, 'tools', { get: fail, enumerable: true });
    const hostileList = Object.defineProperty([], 0, { get: fail });

    expect(errorOf(() => readSnapshot(hostile)).context).toEqual({ path: '' });
    expect(errorOf(() => readSnapshot({ ...sample(), tools: hostileList })).context).toEqual({
      path: '/tools',
    });
  });

  it('is refused without holding anybody up, however long it says it is', () => {
    const endless = { ...sample(), tools: new Array(4_000_000_000) };

    expect(errorOf(() => readSnapshot(endless)).context).toEqual({ path: '/tools' });
  });

  it('keeps why a spec was refused', () => {
    const mutated = sample();
    Object.assign(mutated.tools[0]?.spec ?? {}, { inputSchema: 'none' });

    const error = errorOf(() => readSnapshot(mutated));

    expect(error.message).toBe(
      'The snapshot is refused: /tools/0/spec/inputSchema is refused: The spec of "b" is refused: inputSchema must be an object, not "none".',
    );
    expect(error.cause).toMatchObject({ code: 'E_INVALID_SPEC' });
  });
});

/** Something that can be changed, with everything that a snapshot can have. */
function sample(): ToolRegistrySnapshot {
  const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  const quarantine = { reason: 'It leaks.', since: first, by: 'ada' };
  const deprecation = { message: 'Old.', replacement: 'c', sunset: second };
  const schemas = { inputSchema: { type: 'object' }, outputSchema: {} };
  const snapshot: ToolRegistrySnapshot = {
    snapshotVersion: 1,
    tools: [
      {
        spec: { name: 'b', version: '2.0.0', ...schemas },
        enabled: true,
        createdAt: second,
        deprecation,
        quarantine,
        revision: 2,
        history: [
          { spec: { name: 'b', ...schemas }, createdAt: first, deprecation },
          { spec: { name: 'b', version: '3.0.0', ...schemas }, createdAt: second },
        ],
      },
      { spec: { name: 'c', ...schemas }, enabled: false, createdAt: first, revision: 1, history: [] },
    ],
    quarantinedNames: [
      { name: 'a', quarantine },
      { name: 'd', quarantine },
    ],
    documents: [
      { key: 'draft/b/4.0.0', document: sampleDraft({ name: 'b', version: '4.0.0', ...schemas }, second) },
      { key: 'policy', document: { compatibility: 'review', lint: 'report' } },
      { key: 'policy/b', document: { compatibility: 'none' } },
      { key: 'source/https:~1~1tools.example', document: { findings: [{ name: 'b', entry: '["b"]' }] } },
    ],
  };
  return JSON.parse(JSON.stringify(snapshot));
}

function sampleDraft(spec: ToolSpec, since: string): JsonObject {
  const finding = { rule: 'renamed', severity: 'warning', pointer: '', message: 'Hm.', waiver: 'Known.' };
  const said = { by: 'ada', reason: 'Better.', source: 'https://tools.example' };
  return { spec, digest: specDigest(spec), since, ...said, findings: [finding] };
}

interface Mutation {
  /** Where the refusal has to point. */
  readonly path: string;
  readonly what: string;
  readonly mutate: (snapshot: ToolRegistrySnapshot) => unknown;
}

/** Every field of the sample missing, unknown beside it, and of other types; then what contradicts itself. */
function mutations(): readonly Mutation[] {
  const at = (path: string, value: unknown): Mutation => ({
    path,
    what: value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40),
    mutate: (snapshot) => put(snapshot, path, value),
  });
  const all = (paths: readonly string[], ...values: readonly unknown[]) =>
    paths.flatMap((path) => values.map((value) => at(path, value)));
  const below = (parents: readonly string[], field: string) => parents.map((parent) => `${parent}/${field}`);
  const versions = ['/tools/0', '/tools/0/history/0', '/tools/0/history/1', '/tools/1'];
  const quarantines = ['/tools/0/quarantine', '/quarantinedNames/1/quarantine'];
  const deprecations = ['/tools/0/deprecation', '/tools/0/history/0/deprecation'];
  const documents = ['/documents/0', '/documents/1', '/documents/2', '/documents/3'];
  const contents = below(documents, 'document');
  const [draft, policy, , source] = contents;
  const objects = [
    ...['', ...versions, ...quarantines, ...deprecations, '/quarantinedNames/0'],
    ...[...documents, ...contents],
  ];
  const dates = [...below(versions, 'createdAt'), ...below(quarantines, 'since')];
  const sunsets = below(deprecations, 'sunset');
  const badDates = [
    '2026-02-30T00:00:00.000Z',
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01T01:00:00.000+01:00',
  ];
  const withOtherPath = (mutation: Mutation, path: string): Mutation => ({ ...mutation, path });
  return [
    ...[null, [], 'text', 1, undefined, () => 1].map((value) => ({
      path: '',
      what: String(value),
      mutate: () => value,
    })),
    ...all(below(objects, 'extra'), 1),
    ...all(['/a~1b~0'], null),
    ...all(objects.slice(1), 'text', []),
    ...all(['/snapshotVersion'], undefined, 2, '1', null),
    ...all(['/tools', '/quarantinedNames', '/tools/0/history'], undefined, {}, null, 'text'),
    ...all(below(versions, 'spec'), undefined, null, []),
    ...all(below(versions, 'spec/name'), undefined, '', 'a b', 7),
    ...all(below(versions, 'spec/inputSchema'), undefined, []),
    ...all(below(versions, 'spec/owner'), 'me'),
    ...all(below(['/tools/0', '/tools/1'], 'enabled'), undefined, 'yes', 1, null),
    ...all(dates, undefined, null, 5, ...badDates),
    ...all(sunsets, null, 5, ...badDates),
    ...all(['/tools/0/revision'], undefined, 0, 4, 1.5, '2', null),
    ...all(['/tools/1/revision'], 2),
    ...all(
      ['/tools/1/history'],
      Array.from({ length: 5_000 }, () => 0),
    ),
    ...all(below(quarantines, 'reason'), undefined, '', 'x'.repeat(4097), '\uD800'),
    ...all(below(quarantines, 'by'), '', 'x'.repeat(257), null),
    ...all(below(deprecations, 'message'), undefined, '', 'x'.repeat(4097), 3),
    ...all(below(deprecations, 'replacement'), '', 'a b', 'x'.repeat(257), null),
    ...all(['/quarantinedNames/0/name', '/quarantinedNames/1/name'], undefined, '', 'a b', 1),
    // Versions that belong to another tool, or are there twice.
    at('/tools/0/history/1/spec/name', 'c'),
    at('/tools/0/history/1/spec/version', '2.0.0'),
    withOtherPath(at('/tools/0/spec/version', '3.0.0'), '/tools/0/history/1/spec/version'),
    withOtherPath(at('/tools/0/spec/version', undefined), '/tools/0/history/0/spec/version'),
    // Names that are there twice or in another order.
    at('/tools/1/spec/name', 'b'),
    at('/tools/1/spec/name', 'a'),
    at('/tools/1/spec/name', 'B'),
    at('/quarantinedNames/1/name', 'a'),
    at('/quarantinedNames/1/name', 'Z'),
    at('/quarantinedNames/1/name', 'c'),
    at('/quarantinedNames/0/name', 'b'),
    ...all(['/documents'], undefined, {}, null, 'text'),
    ...all(['/documents/1/key'], undefined, '', 7, 'x'.repeat(1025)),
    // What stands under another key than its own, or under one of no kind.
    ...['draft/b/4.0.1', 'draft/b/', 'draft/c/4.0.0', 'draft/b', 'draft'].map((key) =>
      withOtherPath(at('/documents/0/key', key), '/documents/0/document/spec'),
    ),
    ...['', 'drafts/b', '/draft', 'policyx', '__proto__', 'constructor/b'].map((key) =>
      withOtherPath(at('/documents/3/key', `z${key}`), '/documents/3/document'),
    ),
    ...all([`${draft}/spec`], undefined, null, []),
    ...[undefined, '', 'a b', 7].map((value) =>
      withOtherPath(at(`${draft}/spec/name`, value), `${draft}/spec`),
    ),
    withOtherPath(at(`${draft}/spec/inputSchema`, []), `${draft}/spec`),
    withOtherPath(at(`${draft}/spec/description`, 'Swapped.'), `${draft}/digest`),
    ...all([`${draft}/digest`], undefined, null, `sha256/v1:${'0'.repeat(64)}`),
    ...all([`${draft}/since`], undefined, null, ...badDates),
    ...all([`${draft}/by`], '', null, 'x'.repeat(257), '\uD800'),
    ...all([`${draft}/reason`], '', null, 'x'.repeat(4097)),
    ...all([`${draft}/source`], '', null, 'x'.repeat(513)),
    ...all([`${draft}/findings`], undefined, null, {}),
    ...all([`${policy}/compatibility`], null, 'strict', 1),
    ...all([`${policy}/lint`], null, 'off', true),
    ...all([`${source}/findings`], undefined, null, {}),
    // Keys that are there twice or in another order.
    at('/documents/2/key', 'policy'),
    {
      path: '/documents/2/key',
      what: 'and the one before, in another order',
      mutate: (snapshot) => put(put(snapshot, '/documents/1/key', 'policy/b'), '/documents/2/key', 'policy'),
    },
  ];
}

function put(root: unknown, pointer: string, value: unknown): unknown {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() as string;
  let target = root as Record<string, unknown>;
  for (const step of steps) target = target[step] as Record<string, unknown>;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return root;
}

/** With the fields of everything but schemas and annotations in reverse order. */
function turnOutside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnOutside);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key.endsWith('Schema') || key === 'annotations' ? item : turnOutside(item),
  ]);
  return Object.fromEntries(entries.reverse());
}

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function isDeeplyFrozen(value: unknown): boolean {
  return objectsIn(value).every(Object.isFrozen);
}

function sharesObjects(left: unknown, right: unknown): boolean {
  const all = new Set(objectsIn(left));
  return objectsIn(right).some((item) => all.has(item));
}
