import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import { judgeFormat, listFormatSamples } from '../../packages/toolcrib/src/compat/judge-format.ts';
import type { JsonObject, JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import { createRun } from '../../packages/toolcrib/src/core/json-schema/rules/run.ts';
import {
  type FormatJudge,
  SchemaCompiler,
} from '../../packages/toolcrib/src/core/json-schema/rules/schema-compiler.ts';

/** Formats that JSON Schema defines, and those that a host makes up. */
const formats = ['email', 'date', 'uri-reference', 'even', 'odd'] as const;
const texts = ['', 'a', 'b', 'ab', 'a@b', '2026-02-30', ...formats.flatMap(listFormatSamples)];
const numbers = [0, 1, 2.5];
const scalars: readonly JsonValue[] = [...texts, ...numbers, null, true];
const world: readonly JsonValue[] = [
  ...scalars,
  {},
  ...scalars.map((x) => ({ x })),
  [],
  ...scalars.map((x) => [x]),
];

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constantFrom('string', 'number', 'object', 'array') }),
    fc.record({ type: fc.constant('string'), format: fc.constantFrom(...formats) }),
    fc.record({ format: fc.constantFrom(...formats) }),
    fc.record({ maxLength: fc.nat({ max: 3 }) }),
    fc.record({ pattern: fc.constantFrom('^a', '@', '^\\d{4}-\\d\\d-\\d\\d$') }),
    fc.record({ enum: fc.subarray([...scalars] as never[], { minLength: 1 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ properties: fc.record({ x: tie('schema') }) }),
    fc.record({ items: tie('schema') }),
    fc.record({ contains: tie('schema') }),
    fc.record({ if: tie('schema'), else: tie('schema') }),
  ) as fc.Arbitrary<JsonObject>,
}));

/** A validator as hosts have them: strict or lenient where they differ, and with formats of its own. */
const hosts = fc.record({
  isLenient: fc.boolean(),
  even: fc.subarray([...texts]),
  odd: fc.subarray([...scalars]),
});

function toJudge({
  isLenient,
  even,
  odd,
}: {
  isLenient: boolean;
  even: string[];
  odd: JsonValue[];
}): FormatJudge {
  return (format, value) => {
    if (format === 'odd') return odd.includes(value);
    if (typeof value !== 'string') return true;
    return format === 'even' ? even.includes(value) : (judgeFormat(format, value) ?? isLenient);
  };
}

function createAccepts(given: JsonObject, judge: FormatJudge): (value: JsonValue) => boolean {
  const document = readJsonSchema(given);
  const rule = new SchemaCompiler(document, { judgeFormat: judge }).compile(document.root);
  return (value) => rule.test(value, createRun(), 0);
}

describe('compareSchemas with enforced formats', () => {
  it('holds for every validator of formats: no value refutes compatible, and each witness shows a break', () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(schema, schema, hosts, (before, other, host) => {
        for (const after of [other, { allOf: [before, other] }, { anyOf: [before, other] }]) {
          const { verdict, findings } = compareSchemas(before, after, { formats: 'enforced' });
          const [accepted, kept] = [before, after].map((each) => createAccepts(each, toJudge(host)));
          verdicts.add(verdict);
          const place = { before, after, verdict };
          if (verdict === 'compatible') {
            const refuting = world.filter((value) => accepted?.(value) && !kept?.(value));
            expect({ ...place, refuting }).toEqual({ ...place, refuting: [] });
          }
          for (const { witness } of findings) {
            if (witness === undefined) continue;
            const answers = [accepted?.(witness), kept?.(witness)];
            expect({ ...place, witness, answers }).toEqual({ ...place, witness, answers: [true, false] });
          }
        }
      }),
      { numRuns: Number(process.env.COMPAT_WORLDS ?? 2_000) },
    );

    expect([...verdicts].sort()).toEqual(['breaking', 'compatible', 'unknown']);
  });
});
