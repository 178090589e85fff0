import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../packages/toolcrib/src/core/json.ts';
import type { Translation } from '../../../packages/toolcrib/src/providers/dialect/dialect.ts';
import {
  anthropicStrictDialect,
  openaiStrictDialect,
} from '../../../packages/toolcrib/src/providers/dialect/dialects.ts';
import { translateSchema } from '../../../packages/toolcrib/src/providers/dialect/translate-schema.ts';
import { createRandom, drawValue } from './draw-values.ts';
import { strictSchemas } from './strict-schemas.ts';
import { accepts, freeze } from './translating.ts';

const DRAWS = 40;
/** Bedrock's is Anthropic's under another name. */
const strictDialects = [openaiStrictDialect, anthropicStrictDialect];

function decode({ codec }: Translation, args: JsonObject): JsonObject {
  return codec === undefined ? args : codec.decode(args);
}

function drawAccepted(schema: JsonObject, seed: number): JsonObject[] {
  const random = createRandom(seed);
  const isAccepted = accepts(schema);
  return Array.from({ length: DRAWS }, () => freeze(drawValue(schema, random))).filter(isAccepted);
}

describe.each(strictDialects)('a schema that is exact in $id', (dialect) => {
  it('accepts nothing that the tool does not accept', () => {
    let [translated, drawn] = [0, 0];
    fc.assert(
      fc.property(strictSchemas, fc.nat(), (raw, seed) => {
        const schema = freeze(raw);
        const outcome = translateSchema(schema, dialect, { isExact: true });
        if (!outcome.ok) return;
        translated++;
        const isOwn = accepts(schema);

        for (const args of drawAccepted(outcome.translation.schema, seed)) {
          drawn++;
          const decoded = decode(outcome.translation, args);
          expect(isOwn(decoded), JSON.stringify({ args, decoded })).toBe(true);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(translated).toBeGreaterThan(300);
    expect(drawn).toBeGreaterThan(2_000);
  });

  it('can tell a call again and have it read as it was', () => {
    let drawn = 0;
    fc.assert(
      fc.property(strictSchemas, fc.nat(), fc.boolean(), (raw, seed, isExact) => {
        const schema = freeze(raw);
        const outcome = translateSchema(schema, dialect, { isExact });
        if (!outcome.ok || outcome.translation.codec === undefined) return;
        const { codec, schema: wireSchema } = outcome.translation;

        for (const wire of drawAccepted(wireSchema, seed)) {
          drawn++;
          const args = codec.decode(wire);
          expect(codec.decode(codec.encode(args)), JSON.stringify(wire)).toEqual(args);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(drawn).toBeGreaterThan(500);
  });

  it('says the same whatever the order of keywords', () => {
    fc.assert(
      fc.property(strictSchemas, fc.boolean(), (raw, isExact) => {
        const schema = freeze(raw);
        const [one, other] = [schema, freeze(reverseKeywords(schema))].map((each) =>
          translateSchema(each, dialect, { isExact }),
        );

        expect(other).toEqual({
          ...one,
          ...(one?.ok && {
            translation: { ...one.translation, codec: one.translation.codec && expect.anything() },
          }),
        });
      }),
      { numRuns: 500 },
    );
  });
});

/** The same schema with its keywords the other way round; the order of properties means something. */
function reverseKeywords(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reverseKeywords);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, item]) => {
    const isMap = name === 'properties' || name === '$defs';
    const inner = isMap
      ? Object.fromEntries(
          Object.entries(item as JsonObject).map(([key, child]) => [key, reverseKeywords(child)]),
        )
      : reverseKeywords(item);
    return [name, inner] as const;
  });
  return Object.fromEntries(members.reverse());
}
