import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../packages/toolcrib/src/core/json.ts';
import type {
  Dialect,
  TranslationOutcome,
} from '../../../packages/toolcrib/src/providers/dialect/dialect.ts';
import {
  anthropicDialect,
  anthropicStrictDialect,
  bedrockDialect,
  bedrockStrictDialect,
  geminiDialect,
  geminiOpenApiDialect,
  openaiDialect,
  openaiStrictDialect,
} from '../../../packages/toolcrib/src/providers/dialect/dialects.ts';
import { translateSchema } from '../../../packages/toolcrib/src/providers/dialect/translate-schema.ts';
import { requireData, sharedData } from '../../shared-data.ts';
import { createRandom, drawValue } from './draw-values.ts';
import { accepts, freeze } from './translating.ts';

const DRAWS = 10;
const file = sharedData('tools/livemcp-527.json');

interface RealTool {
  readonly tool: string;
  readonly schema: JsonObject;
}

const tools: readonly RealTool[] = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8')).tools.map(
      ({ tool, inputSchema }: { tool: string; inputSchema: unknown }) => ({
        tool,
        schema: freeze(inputSchema),
      }),
    )
  : [];

/** It says draft-07 and writes `exclusiveMinimum: true`, which is draft-04. */
const unreadable = 'read_pdf';

const loose = [anthropicDialect, bedrockDialect, openaiDialect, geminiDialect, geminiOpenApiDialect];
const strict = [openaiStrictDialect, anthropicStrictDialect, bedrockStrictDialect];

function translateAll(dialect: Dialect, isExact: boolean): (RealTool & { outcome: TranslationOutcome })[] {
  return tools.map((tool) => ({ ...tool, outcome: translateSchema(tool.schema, dialect, { isExact }) }));
}

describe('527 real definitions', () => {
  beforeEach((context) => requireData(context, file));

  it.each(loose)('can all be said in $id, but for one that is no schema', (dialect) => {
    const refused = translateAll(dialect, false).filter(({ outcome }) => !outcome.ok);

    expect(refused.map(({ tool }) => tool)).toEqual([unreadable]);
  });

  it.each([anthropicDialect, bedrockDialect])('stay as they are in $id', (dialect) => {
    for (const { schema, outcome } of translateAll(dialect, false)) {
      if (outcome.ok) expect(outcome.translation.schema).toBe(schema);
    }
  });

  it.each(strict)(
    'can mostly be strict in $id, more of them if only the shape has to be right',
    (dialect) => {
      const count = (isExact: boolean) =>
        translateAll(dialect, isExact).filter(({ outcome }) => outcome.ok).length;
      const [exact, shape] = [count(true), count(false)];

      expect(exact).toBeGreaterThan(tools.length * 0.85);
      expect(shape).toBeGreaterThan(exact);
      expect(shape).toBeLessThan(tools.length);
    },
  );

  it.each(strict)('are refused in $id with reasons that lead into them', (dialect) => {
    for (const { tool, schema, outcome } of translateAll(dialect, true)) {
      for (const { pointer, keyword } of outcome.ok ? [] : outcome.reasons) {
        if (tool === unreadable) continue;
        const place = pointer
          .split('/')
          .slice(1)
          .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], schema);
        expect(place, `${tool} ${pointer} ${keyword}`).toBeDefined();
      }
    }
  });

  it.each(strict)('accept in $id only what they accept themselves', (dialect) => {
    let drawn = 0;
    for (const { tool, schema, outcome } of translateAll(dialect, true)) {
      if (!outcome.ok) continue;
      const { schema: wireSchema, codec } = outcome.translation;
      const [isSayable, isOwn] = [accepts(wireSchema), accepts(schema)];
      const random = createRandom(drawn);
      for (let count = 0; count < DRAWS; count++) {
        const wire = freeze(drawValue(wireSchema, random));
        if (!isSayable(wire)) continue;
        drawn++;
        const args = codec?.decode(wire) ?? wire;
        expect(isOwn(args), `${tool} ${JSON.stringify(wire)}`).toBe(true);
        expect(codec?.decode(codec.encode(args)) ?? args, tool).toEqual(args);
      }
    }
    expect(drawn).toBeGreaterThan(1_000);
  });
});
