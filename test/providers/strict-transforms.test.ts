import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { toolSchemas } from './any-schema.ts';
import { hardSchemas } from './hard-schemas.ts';
import { readRealTools } from './real-tools.ts';
import { wireForms } from './wire-forms.ts';

/** Without the real definitions where they are absent. */
const schemas: readonly JsonObject[] = [
  ...Object.values(hardSchemas),
  ...readRealTools().map(({ inputSchema }) => inputSchema),
  ...fc.sample(toolSchemas, { seed: 4, numRuns: 500 }),
];

/** The schemas that are sent as strict. */
function renderStrict(title: string): readonly JsonObject[] {
  const form = wireForms.find((candidate) => candidate.title === title);
  return schemas.flatMap((inputSchema) => {
    const tools = [{ name: 'any', description: 'Does it.', inputSchema }];
    const strict = form?.render(tools, { strict: 'shape' }).tools.map((tool) => form.readTool(tool)) ?? [];
    return strict.filter(({ isStrict }) => isStrict).map(({ schema }) => schema as JsonObject);
  });
}

function findDescriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'description' && typeof part === 'string' ? [part] : findDescriptions(part),
  );
}

describe('strict schemas', () => {
  it('are left as they are by what makes schemas strict in the SDK of OpenAI', () => {
    const strict = renderStrict('OpenAI Chat Completions');

    expect(strict.length).toBeGreaterThan(100);
    for (const schema of strict) expect(toStrictJsonSchema(structuredClone(schema))).toEqual(schema);
  });

  it('have nothing that the SDK of Anthropic would put into words', () => {
    const strict = renderStrict('Anthropic');

    expect(strict.length).toBeGreaterThan(100);
    for (const schema of strict) {
      const transformed = findDescriptions(transformJSONSchema({ ...schema }));
      expect(transformed.filter((text) => !findDescriptions(schema).includes(text))).toEqual([]);
    }
  });
});
