import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { compileJsonSchema } from '../core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../core/json-schema/read-json-schema.ts';
import { compareSchemas } from './compare-schemas.ts';

type Schema = JsonObject | boolean;

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const draft04 = { $schema: 'http://json-schema.org/draft-04/schema#' };

/** Pairs of which the first is accepted by the second, while the reverse is refuted by a witness. */
const widened: Readonly<Record<string, readonly [Schema, Schema]>> = {
  'nothing to something': [false, { type: 'null' }],
  'a type to anything': [{ type: 'string' }, true],
  'integers to numbers': [{ type: 'integer' }, { type: 'number' }],
  'a type to several': [{ type: 'string' }, { type: ['string', 'null'] }],
  'an enum by a value': [{ enum: ['a', 1] }, { enum: [1, 'b', 'a'] }],
  'a constant to its type': [{ const: { a: [1] } }, { type: 'object' }],
  'a constant to a pattern': [{ const: 'abc' }, { type: 'string', pattern: '^a' }],
  'a range': [
    { type: 'number', minimum: 3, maximum: 5 },
    { type: 'number', exclusiveMinimum: 2, maximum: 5 },
  ],
  'an exclusive limit': [{ exclusiveMaximum: 5 }, { maximum: 5 }],
  multiples: [{ multipleOf: 0.3 }, { multipleOf: 0.1 }],
  'integers in a range': [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, { enum: [1, 2, 3] }],
  'a length': [
    { type: 'string', minLength: 2, maxLength: 4 },
    { type: 'string', minLength: 1, maxLength: 4 },
  ],
  'a pattern': [
    { type: 'string', pattern: '^[a-f]{2}$' },
    { type: 'string', pattern: '^[a-z]+$' },
  ],
  'a pattern to a length': [
    { type: 'string', pattern: '^..$' },
    { type: 'string', maxLength: 2 },
  ],
  'a tuple to items': [
    { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }], items: false },
    { type: 'array', items: { type: 'integer' } },
  ],
  'a number of items': [
    { type: 'array', minItems: 1, maxItems: 2 },
    { type: 'array', maxItems: 2 },
  ],
  'unique items': [{ type: 'array', uniqueItems: true }, { type: 'array' }],
  'contained items': [{ contains: { const: 5 } }, { contains: { type: 'number' } }],
  'counts of contained items': [
    { contains: { const: 1 }, minContains: 3, maxContains: 4 },
    { contains: { const: 1 }, minContains: 2, maxContains: 4 },
  ],
  'required properties': [{ required: ['a', 'b'] }, { required: ['b'] }],
  'a property': [
    { properties: { a: { type: 'string' } } },
    { properties: { a: { type: ['string', 'null'] } } },
  ],
  'a closed object': [{ properties: { a: {} }, additionalProperties: false }, { properties: { a: {} } }],
  'additional properties': [
    { additionalProperties: { const: 1 } },
    { additionalProperties: { type: 'number' } },
  ],
  'named properties to additional ones': [
    { properties: { a: { const: 1 } }, additionalProperties: false },
    { additionalProperties: { type: 'number' } },
  ],
  'properties by pattern': [
    { patternProperties: { '^a': { type: 'integer' } } },
    { patternProperties: { '^ab': { type: 'number' } } },
  ],
  'a closed object by a pattern': [
    { type: 'object', additionalProperties: false },
    { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
  ],
  'names of properties': [{ propertyNames: { enum: ['a', 'b'] } }, { propertyNames: { maxLength: 1 } }],
  'a number of properties': [
    { minProperties: 2, maxProperties: 3 },
    { minProperties: 1, maxProperties: 3 },
  ],
  'closed to a number of properties': [
    { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false },
    { maxProperties: 2 },
  ],
  'dependent properties': [{ dependentRequired: { a: ['b', 'c'] } }, { dependentRequired: { a: ['c'] } }],
  'required to dependent': [{ required: ['b'] }, { dependentRequired: { a: ['b'] } }],
  'dependent schemas': [
    { dependentSchemas: { a: { minProperties: 3 } } },
    { dependentSchemas: { a: { minProperties: 2 } } },
  ],
  'one alternative to several': [{ type: 'string' }, { anyOf: [{ type: 'number' }, { type: 'string' }] }],
  alternatives: [
    { anyOf: [{ const: 1 }, { const: 'a' }] },
    { anyOf: [{ type: 'number' }, { type: 'string' }] },
  ],
  'exclusive alternatives': [
    { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }], type: 'integer' },
    { anyOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
  ],
  'a negation': [{ not: { type: ['string', 'null'] } }, { not: { type: 'null' } }],
  'a condition': [
    { if: { required: ['a'] }, else: { required: ['b', 'c'] } },
    { if: { required: ['a'] }, else: { required: ['b'] } },
  ],
  'a reference': [
    { $ref: '#/$defs/a', $defs: { a: { minimum: 2 } } },
    { $ref: '#x', $defs: { b: { $anchor: 'x', minimum: 1 } } },
  ],
  'unevaluated properties': [
    { allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false },
    { properties: { a: {}, b: {}, c: {} }, additionalProperties: false },
  ],
  'unevaluated items without neighbours': [
    { unevaluatedItems: { maximum: 2 } },
    { unevaluatedItems: { maximum: 3 } },
  ],
  'the empty object to several values': [{ type: 'object', additionalProperties: false }, { enum: [{}, 1] }],
  'few names to a number of properties': [
    { type: 'object', propertyNames: { enum: ['a', 'b'] } },
    { type: 'object', maxProperties: 2 },
  ],
  'few different items to a number of items': [
    { type: 'array', uniqueItems: true, items: { enum: [1, 2] } },
    { type: 'array', maxItems: 2 },
  ],
  dialects: [
    { ...draft07, items: [{ type: 'string' }], additionalItems: false },
    { prefixItems: [{ type: 'string' }] },
  ],
  'older dialects': [
    { ...draft04, minimum: 1, exclusiveMinimum: true },
    { ...draft07, minimum: 1 },
  ],
  recursion: [
    { type: 'object', properties: { next: { $ref: '#' }, value: { type: 'integer' } } },
    { type: 'object', properties: { next: { $ref: '#' }, value: { type: 'number' } } },
  ],
  'unfolded recursion': [
    { $ref: '#/$defs/l', $defs: { l: { type: 'array', items: { $ref: '#/$defs/l' }, maxItems: 1 } } },
    { type: 'array', items: { type: 'array', items: { $ref: '#' } } },
  ],
};

/** Pairs that accept the same, whatever the direction. */
const equal: Readonly<Record<string, readonly [Schema, Schema]>> = {
  'the order of values': [{ enum: [1, 2] }, { enum: [2, 1] }],
  annotations: [
    { title: 'a', format: 'email', default: 1 },
    { description: 'b', 'x-own': {} },
  ],
  'common multiples': [{ allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] }, { multipleOf: 12 }],
  'unevaluated items': [{ prefixItems: [{}], unevaluatedItems: false }, { maxItems: 1 }],
  'double negation': [{ not: { not: { minLength: 3 } } }, { minLength: 3 }],
  'an exclusive limit of integers': [
    { type: 'integer', minimum: 1 },
    { type: 'integer', exclusiveMinimum: 0 },
  ],
  'De Morgan': [
    { not: { anyOf: [{ type: 'string' }, { minimum: 3 }] } },
    { allOf: [{ not: { type: 'string' } }, { not: { minimum: 3 } }] },
  ],
  'a condition as alternatives': [
    { if: { not: { type: 'string' } }, else: { minLength: 1 } },
    { anyOf: [{ type: 'string', minLength: 1 }, { not: { type: 'string' } }] },
  ],
  'an impossible property': [{ required: ['a'], properties: { a: false } }, { not: { type: 'object' } }],
  'the only object': [{ type: 'object', maxProperties: 0 }, { const: {} }],
  'the only array': [{ type: 'array', maxItems: 0 }, { const: [] }],
  'equal patterns': [
    { type: 'string', pattern: '^a|^b' },
    { type: 'string', pattern: '^[ab]' },
  ],
  dialects: [{ ...draft07, dependencies: { a: ['b'] } }, { dependentRequired: { a: ['b'] } }],
  'siblings of a reference in draft-07': [
    { ...draft07, $ref: '#/definitions/a', minimum: 5, definitions: { a: {} } },
    true,
  ],
};

function expectWitnesses(before: Schema, after: Schema): void {
  const { findings } = compareSchemas(before, after);
  for (const { verdict, witness } of findings) {
    if (verdict !== 'breaking') continue;
    expect([accepts(before, witness), accepts(after, witness)]).toEqual([true, false]);
  }
}

function accepts(schema: Schema, value: JsonValue | undefined): boolean {
  if (typeof schema === 'object' && schema.exclusiveMinimum === true) {
    const { $schema: _, minimum, exclusiveMinimum: __, ...rest } = schema;
    return accepts({ ...rest, exclusiveMinimum: minimum ?? 0 }, value);
  }
  return value !== undefined && compileJsonSchema(readJsonSchema(schema))(value).length === 0;
}

describe('compareSchemas', () => {
  for (const [name, [before, after]] of Object.entries(widened)) {
    it(`sees that ${name} got wider, and shows a value for the way back`, () => {
      expect(compareSchemas(before, after)).toMatchObject({ verdict: 'compatible', findings: [] });
      expect(compareSchemas(after, before).verdict).toBe('breaking');
      expectWitnesses(after, before);
    });
  }

  for (const [name, [before, after]] of Object.entries(equal)) {
    it(`sees no difference in ${name}`, () => {
      expect(compareSchemas(before, after).verdict).toBe('compatible');
      expect(compareSchemas(after, before).verdict).toBe('compatible');
    });
  }

  it('leaves it to a person if the old schema accepts nothing without saying so', () => {
    const nothing: readonly (readonly [Schema, Schema])[] = [
      [
        { type: 'string', const: ['x'] },
        { type: 'string', const: ['y'] },
      ],
      [{ type: 'string', const: 1 }, { minimum: 2 }],
      [{ minimum: 2, maximum: 1, type: 'number' }, false],
      [{ type: 'object', required: ['a'], properties: { a: false } }, { type: 'null' }],
    ];

    for (const [before, after] of nothing) {
      expect(compareSchemas(before, after)).toMatchObject({
        verdict: 'unknown',
        findings: [{ verdict: 'unknown', rule: 'nothing-accepted', pointer: '' }],
      });
    }
  });

  it('takes it at its word if the old schema accepts nothing and says so, or if constraints were only removed', () => {
    const plain: readonly Schema[] = [
      false,
      { not: {} },
      { not: true },
      { enum: [] },
      { title: 'a', not: {} },
    ];
    const nothing = { type: 'string', const: ['x'] };

    for (const before of plain) expect(compareSchemas(before, { minimum: 2 }).verdict).toBe('compatible');
    for (const after of [nothing, { const: ['x'] }, { type: 'string' }, {}, { ...nothing, title: 'a' }])
      expect(compareSchemas(nothing, after)).toMatchObject({ verdict: 'compatible', findings: [] });
  });

  it('leaves it to a person if a pattern gave way to one that matches every text', () => {
    const text = (pattern: string) => ({ type: 'string', pattern });
    const inside: readonly ((schema: Schema) => Schema)[] = [
      (schema) => schema,
      (schema) => ({ properties: { a: schema } }),
      (schema) => ({ type: 'array', items: { anyOf: [schema, { type: 'null' }] } }),
      (schema) => ({ $ref: '#/$defs/a', $defs: { a: { additionalProperties: schema } } }),
    ];

    for (const wrap of inside) {
      expect(compareSchemas(wrap(text('[a-z]*')), wrap(text('[A-Z]*')))).toMatchObject({
        verdict: 'unknown',
        findings: [
          {
            rule: 'pattern-changed',
            pointer: expect.stringMatching('/pattern$'),
            message: expect.stringContaining('matches any text, because it is not anchored'),
          },
        ],
      });
    }
    for (const loose of ['x?', '^[a-z]*', '|^a$', '^(?:[a-z]|[^a-z])*$'])
      expect(compareSchemas(text('^[a-z]+$'), text(loose)).verdict).toBe('unknown');
  });

  it('lets a pattern go, and give way to one that plainly matches every text', () => {
    const text = { type: 'string', pattern: '^[a-z]+$' };

    expect(compareSchemas(text, { type: 'string' }).verdict).toBe('compatible');
    expect(compareSchemas({ type: 'string' }, { type: 'string', pattern: 'x*' }).verdict).toBe('compatible');
    for (const pattern of [
      '',
      '^',
      '$',
      '.*',
      '^.*',
      '.*$',
      '(.*)',
      '.*?',
      '[\\s\\S]*',
      '^[\\s\\S]*$',
      '[^]*',
    ])
      expect([pattern, compareSchemas(text, { ...text, pattern }).verdict]).toEqual([pattern, 'compatible']);
    expect(
      compareSchemas(
        { properties: { a: { pattern: 'x*' }, b: { pattern: '^b' } } },
        { properties: { a: { pattern: 'x*' }, b: {} } },
      ).verdict,
    ).toBe('compatible');
  });

  it('shows no value of which a dynamic reference would decide otherwise', () => {
    const list = (type: string) => ({
      $id: 'https://example.com/root',
      $ref: 'list',
      $defs: {
        text: { $dynamicAnchor: 'item', type },
        list: {
          $id: 'list',
          type: 'array',
          items: { $dynamicRef: '#item' },
          $defs: { any: { $dynamicAnchor: 'item' } },
        },
      },
    });
    const texts = { type: 'array', items: { type: 'string' } };

    expect(compareSchemas(list('string'), texts).verdict).toBe('unknown');
    expect(compareSchemas(list('string'), list('number')).verdict).toBe('breaking');
    expectWitnesses(list('string'), list('number'));
  });

  it('tells each breaking place by its rule, pointer and own witness', () => {
    const before = {
      type: 'object',
      properties: { city: { type: 'string' }, unit: {}, gone: {} },
      additionalProperties: false,
    };
    const after = {
      type: 'object',
      properties: { city: { type: 'string', maxLength: 5 }, unit: { enum: ['C', 'F'] } },
      additionalProperties: false,
      required: ['city'],
    };

    const { findings } = compareSchemas(before, after);

    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`).sort()).toEqual([
      'enum-narrowed /properties/unit/enum',
      'length-narrowed /properties/city/maxLength',
      'property-forbidden /properties/gone',
      'required-added /required',
    ]);
    expect(new Set(findings.map(({ witness }) => JSON.stringify(witness))).size).toBe(4);
    expectWitnesses(before, after);
  });

  it('tells only of what changed, however much stands beside it', () => {
    const names = ['x', 'y', 'z'];
    const open = (additionalProperties: JsonObject) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'array' }])),
      required: names,
      additionalProperties,
    });
    const shared = (additionalProperties: JsonObject) => ({
      additionalProperties,
      $defs: { shared: { enum: [2] } },
    });
    const $ref = '#/$defs/shared';

    const inside = compareSchemas(open({ type: 'string' }), open({ type: 'string', minLength: 1 }));
    const behind = compareSchemas(shared({ $ref }), shared({ allOf: [{ $ref }, { exclusiveMaximum: 1 }] }));

    expect(inside.findings.map(({ verdict, rule, pointer }) => [verdict, rule, pointer])).toEqual([
      ['breaking', 'length-narrowed', '/additionalProperties/minLength'],
    ]);
    expect(behind.findings.map(({ verdict, rule, pointer }) => [verdict, rule, pointer])).toEqual([
      ['breaking', 'range-narrowed', '/additionalProperties/allOf/1/exclusiveMaximum'],
    ]);
  });

  it('tells of a constraint on what was free before as one finding', () => {
    const { findings } = compareSchemas(
      { type: 'object' },
      { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } },
    );

    expect(findings).toMatchObject([
      { verdict: 'breaking', rule: 'property-narrowed', pointer: '/properties/a' },
    ]);
  });

  it('points into definitions, with the characters of names escaped', () => {
    const schema = (limit: number) => ({
      properties: { 'a/b~': { $ref: '#/$defs/x' }, again: { $ref: '#/$defs/x' } },
      $defs: { x: { properties: { '~/': { maximum: limit } } } },
    });

    expect(compareSchemas(schema(5), schema(4)).findings.map(({ pointer }) => pointer)).toEqual([
      '/$defs/x/properties/~0~1/maximum',
    ]);
  });

  it('does not know what only a table of Unicode could tell, unless an example does', () => {
    const letters = { type: 'string', pattern: '^\\p{Lu}+$' };

    expect(compareSchemas(letters, { type: 'string', pattern: '^\\p{L}+$' }).verdict).toBe('unknown');
    expect(compareSchemas({ type: 'string' }, letters).verdict).toBe('breaking');
  });

  it('takes nothing for forbidden that depends on the value', () => {
    const alternatives = [{ properties: { a: {} }, required: ['a'] }, true];
    const open = { type: 'object', anyOf: alternatives, unevaluatedProperties: false };
    const items = { type: 'array', contains: { const: 1 }, unevaluatedItems: false };

    expect(compareSchemas(open, { type: 'object', maxProperties: 0 }).verdict).toBe('breaking');
    expect(compareSchemas(items, { maxItems: 0 }).verdict).toBe('breaking');
  });

  it('does not know schemas that the validator refuses, and says where', () => {
    const refused: readonly unknown[] = [
      { properties: { a: { type: 'text' } } },
      { properties: { a: { $ref: 'https://example.com/a' } } },
      { properties: { a: { pattern: '(a+)+$' } } },
      { properties: { a: () => true } },
    ];

    for (const schema of refused) {
      for (const { verdict, findings } of [
        compareSchemas(schema as JsonObject, {}),
        compareSchemas({}, schema as JsonObject),
      ]) {
        expect(verdict).toBe('unknown');
        expect(findings).toMatchObject([
          { rule: 'schema-refused', pointer: expect.stringMatching('^/properties/a') },
        ]);
      }
    }
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'of a place that nothing else is known about',
      { not: { propertyNames: { pattern: 'a' } } },
      { not: { propertyNames: { pattern: 'a', description: 'b' } } },
    ],
    [
      'where nothing is accepted',
      { items: { type: 'integer', minimum: 3, maximum: 2 }, minItems: 1, type: 'array' },
      { items: { type: 'integer', minimum: 3, maximum: 2, title: 'a' }, minItems: 1, type: 'array' },
    ],
    [
      'behind references, which lead back, to places of other names',
      {
        $ref: '#/$defs/node',
        $defs: { node: { properties: { a: { oneOf: [{ $ref: '#' }, { not: { $ref: '#/$defs/node' } }] } } } },
      },
      {
        $ref: '#/$defs/tree',
        title: 'a',
        $defs: {
          tree: {
            description: 'a',
            properties: { a: { oneOf: [{ $ref: '#' }, { not: { $ref: '#/$defs/tree', default: 1 } }] } },
          },
          unused: { type: 'string' },
        },
      },
    ],
    [
      'that no dialect knows',
      { dependentSchemas: { a: { not: { type: 'object', 'x-order': 1 } } } },
      { dependentSchemas: { a: { not: { type: 'object', 'x-order': 2 } } } },
    ],
  ])('knows that a change of annotations changes nothing: %s', (_, before, after) => {
    expect(compareSchemas(before, after)).toMatchObject({ verdict: 'compatible', findings: [] });
    expect(compareSchemas(after, before)).toMatchObject({ verdict: 'compatible', findings: [] });
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'a property',
      { properties: { title: { type: 'string' } } },
      { properties: { title: { type: 'null' } } },
    ],
    ['a listed value', { enum: [{ description: 'a' }] }, { enum: [{ description: 'b' }] }],
    ['the one value', { const: { default: 1 } }, { const: { default: 2 } }],
    [
      'a definition',
      { $ref: '#/$defs/title', $defs: { title: {} } },
      { $ref: '#/$defs/title', $defs: { title: false } },
    ],
    ['a name that is needed', { dependentRequired: {} }, { dependentRequired: { title: ['description'] } }],
    [
      'what a reference leads to inside of a keyword that is unknown',
      { $ref: '#/components/a', components: { a: { type: 'string' } } },
      { $ref: '#/components/a', components: { a: { type: 'number' } } },
    ],
    [
      'what a reference leads to inside of an annotation',
      { properties: { a: { $ref: '#/default' } }, default: { type: 'string' } },
      { properties: { a: { $ref: '#/default' } }, default: { type: 'number' } },
    ],
  ])('takes no annotation for what is only called like one: %s', (_, before, after) => {
    expect(compareSchemas(before, after).verdict).toBe('breaking');
  });

  it('finds what one of many alternatives lost where there are too many to reason about', () => {
    const kinds = Array.from({ length: 6 }, (_, index) => `kind-${index}`);
    const options = (names: readonly string[]) => ({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        ]),
      ),
    });
    const versionWith = (common: readonly string[], last: readonly string[]) => ({
      $defs: Object.fromEntries(kinds.map((kind, index) => [kind, options(index === 5 ? last : common)])),
      type: 'object',
      additionalProperties: {
        oneOf: [
          {
            type: 'object',
            required: ['kind'],
            properties: { kind: { type: 'string', not: { enum: kinds } }, options: { type: 'object' } },
          },
          ...kinds.map((kind) => ({
            type: 'object',
            additionalProperties: false,
            properties: {
              kind: { const: kind },
              options: { $ref: `#/$defs/${kind}` },
              more: { additionalProperties: { $ref: `#/$defs/${kind}` } },
            },
          })),
        ],
      },
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];

    const { verdict, findings } = compareSchemas(
      versionWith(names, names),
      versionWith([...names, 'more'], names.slice(1)),
    );

    expect(verdict).toBe('breaking');
    expect(findings[0]?.witness).toEqual({ a: { kind: 'kind-5', options: { a: 'a' } } });
  });

  it('gives deeply frozen answers', () => {
    const comparison = compareSchemas(true, { type: 'object', required: ['a'] });

    expect(Object.isFrozen(comparison) && Object.isFrozen(comparison.findings)).toBe(true);
    for (const finding of comparison.findings)
      expect(Object.isFrozen(finding) && Object.isFrozen(finding.witness)).toBe(true);
  });

  it('gives up on references in a row that lead deeper than the stack', () => {
    const chain = (description: string) => {
      const links = Array.from({ length: 1_900 }, (_, index) => [
        `n${index}`,
        { description, properties: { next: index < 1_899 ? { $ref: `#/$defs/n${index + 1}` } : {} } },
      ]);
      return { $defs: Object.fromEntries(links), $ref: '#/$defs/n0' };
    };

    const { verdict, findings, behavioural } = compareSchemas(chain('old'), chain('new'));

    expect([verdict, findings.map(({ rule }) => rule)]).toEqual(['unknown', ['too-complex']]);
    expect(behavioural).toHaveLength(1_900);
  });

  it('gives up on what would take too long', () => {
    const branches = (count: number) => ({
      allOf: Array.from({ length: 24 }, (_, index) => ({
        anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }, { minProperties: count }],
      })),
      not: { maxProperties: 3 },
    });

    expect(
      compareSchemas(branches(50), branches(51)).findings.every(
        ({ verdict }) => verdict === 'breaking' || verdict === 'unknown',
      ),
    ).toBe(true);
  });
});

describe('formats', () => {
  const withFormat = (format?: string, rest: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { to: { type: 'string', ...rest, ...(format !== undefined && { format }) } },
  });
  const enforced = { formats: 'enforced' } as const;

  it('are behavioural, with the place and both values', () => {
    expect(compareSchemas(withFormat('email'), withFormat('uri'))).toEqual({
      verdict: 'compatible',
      findings: [],
      behavioural: [{ pointer: '/properties/to/format', before: 'email', after: 'uri' }],
    });
    expect(compareSchemas(withFormat(), withFormat('email')).behavioural).toEqual([
      { pointer: '/properties/to/format', after: 'email' },
    ]);
    expect(compareSchemas(withFormat('email'), withFormat()).behavioural).toEqual([
      { pointer: '/properties/to/format', before: 'email' },
    ]);
    expect(compareSchemas(withFormat('email'), withFormat('email')).behavioural).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, string, unknown]>([
    ['added', withFormat(), withFormat('email'), 'breaking', { to: 'a' }],
    ['changed', withFormat('email'), withFormat('date'), 'breaking', { to: 'a@a.com' }],
    [
      'added in an alternative',
      withFormat(),
      { anyOf: [withFormat('uuid'), withFormat('date')] },
      'breaking',
      { to: 'a' },
    ],
    ['removed', withFormat('email'), withFormat(), 'compatible', undefined],
    ['unchanged', withFormat('email'), withFormat('email', { minLength: 0 }), 'compatible', undefined],
    [
      'unchanged in a wider schema',
      withFormat('email', { maxLength: 9 }),
      withFormat('email', { maxLength: 99 }),
      'compatible',
      undefined,
    ],
    [
      'unchanged and unknown',
      withFormat('iban', { maxLength: 9 }),
      withFormat('iban'),
      'compatible',
      undefined,
    ],
    [
      'added to other types',
      { type: 'number' },
      { type: 'number', format: 'email' },
      'compatible',
      undefined,
    ],
    ['added where nothing is text', { const: 5 }, { const: 5, format: 'date' }, 'compatible', undefined],
    [
      'added to values that satisfy it',
      { enum: ['2026-01-01'] },
      { enum: ['2026-01-01'], format: 'date' },
      'compatible',
      undefined,
    ],
    [
      'added to values that do not',
      { enum: ['2026-01-01', 'soon'] },
      { enum: ['2026-01-01', 'soon'], format: 'date' },
      'breaking',
      'soon',
    ],
    ['unknown and added', withFormat(), withFormat('iban'), 'unknown', undefined],
    [
      'unknown and added to numbers',
      { type: 'number' },
      { type: 'number', format: 'int32' },
      'unknown',
      undefined,
    ],
    [
      'narrower by a pattern that looks alike',
      { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
      { type: 'string', format: 'date' },
      'unknown',
      undefined,
    ],
    [
      'of one alternative only',
      { anyOf: [{ type: 'string', format: 'email' }, { type: 'string' }] },
      { type: 'string', format: 'email' },
      'breaking',
      'a',
    ],
    [
      'negated and removed',
      { type: 'string', not: { format: 'email' } },
      { type: 'string', not: {} },
      'breaking',
      'a',
    ],
    [
      'negated and added',
      { type: 'string' },
      { type: 'string', not: { format: 'email' } },
      'breaking',
      'a@a.com',
    ],
    [
      'negated and gone',
      { type: 'string', not: { format: 'email' } },
      { type: 'string' },
      'compatible',
      undefined,
    ],
    [
      'behind a reference',
      { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
      { $ref: '#/$defs/a', $defs: { a: { type: 'string', format: 'ipv4' } } },
      'breaking',
      'a',
    ],
  ])('that are enforced count when %s', (...[, before, after, verdict, witness]) => {
    const comparison = compareSchemas(before, after, enforced);
    const [finding] = comparison.findings;

    expect([comparison.verdict, finding?.witness]).toEqual([verdict, witness]);
    expect(comparison.behavioural.filter(({ pointer }) => pointer.endsWith('/format'))).toEqual([]);
  });

  it('that are enforced are named by their place', () => {
    expect(compareSchemas(withFormat(), withFormat('email'), enforced).findings).toEqual([
      {
        verdict: 'breaking',
        rule: 'format-changed',
        pointer: '/properties/to/format',
        message:
          'The new schema asks for the format "email", and so refuses a value that the old one accepts.',
        witness: { to: 'a' },
      },
    ]);
  });

  it('count for values that the old format allows only', () => {
    const { verdict, findings } = compareSchemas(
      withFormat('email'),
      withFormat('email', { maxLength: 7 }),
      enforced,
    );

    expect([verdict, findings[0]?.witness]).toEqual(['breaking', { to: 'abc@example.com' }]);
    expect(
      compareSchemas(
        { type: 'string', format: 'iban' },
        { type: 'string', format: 'iban', maxLength: 1 },
        enforced,
      ).verdict,
    ).toBe('unknown');
  });

  it('have an option that is checked', () => {
    for (const options of [{ format: 'enforced' }, { formats: true }, { formats: 'strict' }]) {
      expect(errorOf(() => compareSchemas({}, {}, options as never)).code).toBe('E_INVALID_OPTION');
    }
  });
});
