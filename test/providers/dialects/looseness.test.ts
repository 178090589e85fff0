import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../packages/toolcrib/src/core/json.ts';
import {
  anthropicDialect,
  anthropicStrictDialect,
  geminiDialect,
  geminiOpenApiDialect,
  openaiDialect,
  openaiStrictDialect,
} from '../../../packages/toolcrib/src/providers/dialect/dialects.ts';
import { translateSchema } from '../../../packages/toolcrib/src/providers/dialect/translate-schema.ts';
import { createRandom, drawValue } from './draw-values.ts';
import { wildSchemas } from './strict-schemas.ts';
import { accepts, freeze } from './translating.ts';

const DRAWS = 30;

function drawAccepted(schema: JsonObject, seed: number): JsonObject[] {
  const random = createRandom(seed);
  const isAccepted = accepts(schema);
  return Array.from({ length: DRAWS }, () => freeze(drawValue(schema, random))).filter(isAccepted);
}

// Bedrock's dialects are Anthropic's; the schemas of gemini-openapi are no JSON Schema that could be asked.
const loose = [anthropicDialect, openaiDialect, geminiDialect];

describe.each(loose)('a schema that is not strict in $id', (dialect) => {
  it('accepts whatever the tool accepts', () => {
    let drawn = 0;
    fc.assert(
      fc.property(wildSchemas, fc.nat(), (raw, seed) => {
        const schema = freeze(raw);
        const outcome = translateSchema(schema, dialect, { isExact: false });
        if (!outcome.ok) return;
        const { schema: wireSchema, codec } = outcome.translation;
        const isSayable = accepts(wireSchema);

        for (const args of drawAccepted(schema, seed)) {
          drawn++;
          const wire = codec?.encode(args) ?? args;
          expect(codec?.decode(wire) ?? wire).toEqual(args);
          // A rule for names is about those that the tool knows.
          if (codec !== undefined && JSON.stringify(schema).includes('propertyNames')) continue;
          expect(isSayable(wire), JSON.stringify({ args, wire, wireSchema })).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(drawn).toBeGreaterThan(500);
  });
});

const all = [...loose, geminiOpenApiDialect, openaiStrictDialect, anthropicStrictDialect];

describe.each(all)('any schema in $id', (dialect) => {
  it('is the same every time, and frozen', () => {
    fc.assert(
      fc.property(wildSchemas, fc.boolean(), (raw, isExact) => {
        const [one, other] = [freeze(raw), freeze(raw)].map((schema) =>
          translateSchema(schema, dialect, { isExact }),
        );

        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
        if (one?.ok) expect(isFrozen(one.translation.schema)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is different only where a change is reported', () => {
    fc.assert(
      fc.property(wildSchemas, (raw) => {
        const schema = freeze(raw);
        const outcome = translateSchema(schema, dialect, { isExact: false });
        if (!outcome.ok) return;
        const { schema: wireSchema, changes } = outcome.translation;

        // OpenAPI writes types and counts differently, which is no change of what is said.
        if (changes.length === 0 && dialect !== geminiOpenApiDialect) expect(wireSchema).toBe(schema);
        for (const { pointer } of changes) expect(leadsSomewhere(schema, pointer), pointer).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

function leadsSomewhere(schema: JsonObject, pointer: string): boolean {
  let value: unknown = schema;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}
