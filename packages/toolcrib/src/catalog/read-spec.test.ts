import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from '../core/define-tool.ts';
import { ConfigError } from '../core/errors.ts';
import { trickyNames, trickyTexts } from '../stores/testkit/sample-tool.ts';
import { readSpec } from './read-spec.ts';

const least = { name: 'add', inputSchema: {}, outputSchema: {} };

/** A spec with every field, in no order. */
function whole() {
  return {
    tags: ['math', 'exact'],
    outputSchema: { type: 'number' },
    annotations: { readOnlyHint: true },
    name: 'add',
    inputSchema: { type: 'object', properties: { b: { type: 'number' }, a: { enum: [1, null, 'x', [{}]] } } },
    title: 'Add',
    version: '1.0.0',
    description: 'Adds.',
  };
}

/** What is wrong with a spec, by the context of the error; the message is fit for a log. */
function refusalOf(value: unknown): unknown {
  const error = errorOf(() => readSpec(value));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.code).toBe('E_INVALID_SPEC');
  expect(error.message).toMatch(/\.$/);
  expect(error.message.length).toBeLessThan(600);
  expect(error.cause).toBeUndefined();
  return error.context;
}

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe('a spec', () => {
  it('[C1] is a copy, frozen through and through, that shares nothing', () => {
    const given = whole();

    const spec = readSpec(given);

    expect(spec).toEqual(given);
    for (const part of objectsIn(spec)) expect(Object.isFrozen(part)).toBe(true);
    const own = new Set(objectsIn(given));
    for (const part of objectsIn(spec)) expect(own.has(part)).toBe(false);
    expect(objectsIn(given).some(Object.isFrozen)).toBe(false);
  });

  it('[C1] has its fields in one order, and what is inside in that of its author', () => {
    const text = JSON.stringify(readSpec(whole()));

    expect(text).toBe(
      '{"name":"add","version":"1.0.0","title":"Add","description":"Adds.","inputSchema":{"type":"object","properties":{"b":{"type":"number"},"a":{"enum":[1,null,"x",[{}]]}}},"outputSchema":{"type":"number"},"annotations":{"readOnlyHint":true},"tags":["math","exact"]}',
    );
    expect(JSON.stringify(readSpec(JSON.parse(text)))).toBe(text);
  });

  it.each([
    { effect: null },
    { effect: 'READ' },
    { requires: null },
    { trusted: null },
    { redact: null },
    { binding: null },
    { effect: 'read', approval: 'never' },
  ])('is refused with the authority %j, which says nothing that could count', (authority) => {
    expect(refusalOf({ ...least, authority })).toEqual({ toolName: 'add', field: 'authority' });
  });

  it('needs a name and two schemas, and takes undefined for absent', () => {
    const spec = readSpec({ ...least, version: undefined, title: undefined, tags: undefined });

    expect(Object.keys(spec)).toEqual(['name', 'inputSchema', 'outputSchema']);
    for (const field of ['name', 'inputSchema', 'outputSchema'] as const) {
      const context = field === 'name' ? { field } : { toolName: 'add', field };
      expect(refusalOf({ ...least, [field]: undefined })).toEqual(context);
    }
  });

  it('[C1] has no field of another name', () => {
    for (const field of ['author', 'constructor', 'toString', 'Name', '', 'x'.repeat(10_000)]) {
      expect(refusalOf({ ...least, [field]: 1 })).toEqual({ toolName: 'add', field });
    }
  });

  it('may have any text in its texts', () => {
    for (const text of trickyTexts) {
      const spec = readSpec({ ...least, version: text, title: text, description: text, tags: [text] });

      expect([spec.version, spec.title, spec.description, spec.tags]).toEqual([text, text, text, [text]]);
    }
  });

  it.each([
    { field: 'version', most: 'v'.repeat(128), bad: ['v'.repeat(129), '', 1, null, ['1.0.0']] },
    { field: 'title', most: 't'.repeat(256), bad: ['t'.repeat(257), 1, null] },
    { field: 'description', most: 'd'.repeat(32_768), bad: ['d'.repeat(32_769), false, {}] },
    { field: 'inputSchema', most: { a: [] }, bad: [true, null, [], 'object'] },
    { field: 'outputSchema', most: {}, bad: [false, null, [{}], 'object'] },
    { field: 'annotations', most: { a: 1 }, bad: [null, [], 'readOnlyHint'] },
    {
      field: 'tags',
      most: Array.from({ length: 64 }, (_, index) => `${index}`.padEnd(128, '-')),
      bad: [Array.from({ length: 65 }, String), ['a', 'a'], [''], ['x'.repeat(129)], [1], 'tag', null, {}],
    },
  ])('[C1] has limits for $field', ({ field, most, bad }) => {
    expect(readSpec({ ...least, [field]: most })).toHaveProperty(field, most);
    for (const value of bad)
      expect(refusalOf({ ...least, [field]: value })).toEqual({ toolName: 'add', field });
  });

  it('has at most a million characters or so', () => {
    const schemaOf = (length: number) => ({ ...least, inputSchema: { description: 'x'.repeat(length) } });

    expect(readSpec(schemaOf(1_048_000)).name).toBe('add');
    expect(refusalOf(schemaOf(1_048_576))).toEqual({ toolName: 'add', field: 'inputSchema' });
  });

  it.each([
    ['empty lists', '[]'],
    ['empty objects', '{}'],
    ['digits', '0'],
    ['rows', '{"a":[0,"x",true],"":{}}'],
  ])('has as many characters as its JSON text: %s', (_, item) => {
    const max = 1_048_576;
    const specOf = (list: string, title: string) =>
      `{"name":"add","title":"${title}","inputSchema":{"enum":[${list}]},"outputSchema":{}}`;
    const list = `${item},`.repeat((max - 300) / (item.length + 1)) + item;
    const rest = max - specOf(list, '').length;

    expect(readSpec(JSON.parse(specOf(list, 'x'.repeat(rest)))).name).toBe('add');
    expect(refusalOf(JSON.parse(specOf(list, 'x'.repeat(rest + 1))))).toEqual({
      toolName: 'add',
      field: 'inputSchema',
    });
  });

  it('is refused before it is read as a whole if it is far too long', () => {
    let reads = 0;
    const inputSchema = {
      enum: Array.from({ length: 600_000 }, () => []),
      get late() {
        reads += 1;
        return 1;
      },
    };

    expect(refusalOf({ ...least, inputSchema })).toEqual({ toolName: 'add', field: 'inputSchema' });
    expect(reads).toBe(0);
  });

  it('does not count what is undefined', () => {
    const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`k${index}`, undefined]));

    expect(readSpec({ ...least, inputSchema: many }).inputSchema).toEqual({});
  });
});

describe('the name of a spec', () => {
  it('may look like anything that can be seen', () => {
    for (const name of trickyNames) expect(readSpec({ ...least, name }).name).toBe(name);
  });

  it('has no white space, and nothing that cannot be seen', () => {
    const names = [
      ...['', ' ', 'a b', 'a\n', '\ta', 'a\u00a0b', '\u2028', '\u3000'],
      ...['a\u0000', 'a\u007f', 'a\u200b', 'a\u200d', '\ufeffa', 'a\u00ad', 'a\u202e', 'a\ufe0f'],
      ...['\ue000', '\u{e0041}', '\u3164', '\ud800', 'a\udc00', 'x'.repeat(257), '\u{1f9f0}'.repeat(129)],
    ];

    for (const name of names) expect(refusalOf({ ...least, name })).toEqual({ field: 'name' });
  });

  it('is a text', () => {
    for (const name of [undefined, null, 1, {}, ['add'], true]) {
      expect(refusalOf({ ...least, name })).toEqual({ field: 'name' });
    }
  });
});

describe('what is no spec', () => {
  it('is refused as a whole if it is no plain object', () => {
    const inputSchema = { type: 'object' } as const;
    const tool = defineTool({ name: 'add', description: 'Adds.', inputSchema, handler: () => '1' });
    const values = [
      undefined,
      null,
      1,
      'add',
      true,
      [],
      [least],
      () => least,
      Symbol('spec'),
      1n,
      new Map(),
      tool,
    ];

    for (const value of values) expect(refusalOf(value)).toEqual({ field: '' });
  });

  it('is refused with the field that is no JSON', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = { cycle };
    let deep: unknown = {};
    for (let level = 0; level < 200; level++) deep = [deep];
    const throwing = Object.defineProperty({}, 'x', { enumerable: true, get: fail });

    for (const value of [
      Number.NaN,
      1n,
      fail,
      new Date(0),
      new Map(),
      '\ud800',
      [undefined],
      cycle,
      deep,
      throwing,
    ]) {
      expect(refusalOf({ ...least, inputSchema: { value } })).toEqual({
        toolName: 'add',
        field: 'inputSchema',
      });
      expect(refusalOf({ ...least, annotations: value })).toEqual({ toolName: 'add', field: 'annotations' });
    }
    const poisoned = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    expect(refusalOf({ ...least, inputSchema: poisoned })).toEqual({ toolName: 'add', field: 'inputSchema' });
  });

  it('is refused also if it throws when it is looked at', () => {
    const traps: ProxyHandler<object>[] = [
      { getPrototypeOf: fail },
      { ownKeys: fail },
      { getOwnPropertyDescriptor: fail },
      { get: fail },
    ];
    const revoked = Proxy.revocable({ ...least }, {});
    revoked.revoke();

    for (const trap of traps) expect(refusalOf(new Proxy({ ...least }, trap))).toEqual({ field: '' });
    expect(refusalOf(revoked.proxy)).toEqual({ field: '' });
    let looks = 0;
    const tired: ProxyHandler<object> = {
      getOwnPropertyDescriptor: (target, key) =>
        key === 'name' && ++looks > 3 ? fail() : Reflect.getOwnPropertyDescriptor(target, key),
    };
    const late = new Proxy({ ...least, inputSchema: Number.NaN }, tired);
    expect([refusalOf(late), looks]).toEqual([{ field: 'inputSchema' }, 4]);
  });

  it('is never let through, and never anything but refused', () => {
    const almost = fc.record(
      {
        name: fc.oneof(fc.constant('add'), fc.anything()),
        version: fc.anything(),
        inputSchema: fc.oneof(fc.constant({}), fc.anything()),
        outputSchema: fc.oneof(fc.constant({}), fc.anything({ withNullPrototype: true })),
        tags: fc.oneof(fc.array(fc.string()), fc.anything()),
      },
      { requiredKeys: ['name'] },
    );

    fc.assert(
      fc.property(fc.oneof(almost, fc.anything()), (value) => {
        try {
          const spec = readSpec(value);

          expect(JSON.stringify(readSpec(JSON.parse(JSON.stringify(spec))))).toBe(JSON.stringify(spec));
        } catch (error) {
          expect(error).toMatchObject({ name: 'ConfigError', code: 'E_INVALID_SPEC' });
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function fail(): never {
  throw new Error('secret');
}
