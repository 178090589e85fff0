import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rejectionOf } from '../../../../test/errors.ts';
import { ctx, weather } from '../../../../test/weather.ts';
import { Artifact } from './artifact.ts';
import { ValidationError } from './errors.ts';
import { Media } from './media.ts';
import { withJsonSchema } from './schema/with-json-schema.ts';
import { isTrustedContent } from './trust.ts';

class TestArtifact extends Artifact {
  override stream(): ReadableStream<Uint8Array> {
    return new Blob(['x']).stream();
  }
}

const artifact = new TestArtifact({ id: 'a1', mimeType: 'text/plain', byteLength: 1 });
const media = new Media({
  kind: 'image',
  mimeType: 'image/png',
  trustTier: 'third-party-public',
  hazard: 'opaque',
  source: new Uint8Array(1),
});

describe('the result of a call', () => {
  it.each<[string, unknown]>([
    ['text', 'sunny'],
    ['empty text', ''],
    ['bytes', new Uint8Array([1])],
    ['a Buffer', Buffer.from('x')],
    ['Media', media],
    ['several Media', [media, media]],
    ['no Media', []],
    ['an artifact', artifact],
  ])('[T4] may be %s', async (_what, value) => {
    const tool = weather({ handler: (() => value) as never });

    expect(await tool.executor(ctx)({ city: 'Bern' })).toBe(value);
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const wrong: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['a plain object', { temperature: 20 }],
    ['a circular object', circular],
    ['a list with something else in it', [media, 'text']],
    ['a look-alike of Media', { ...media }],
    ['an artifact without an id', new TestArtifact({ id: '', mimeType: 'text/plain', byteLength: 1 })],
    [
      'an artifact with a long id',
      new TestArtifact({ id: 'x'.repeat(257), mimeType: 'text/plain', byteLength: 1 }),
    ],
    [
      'an artifact without a type',
      new TestArtifact({ id: 'a', mimeType: undefined as never, byteLength: 1 }),
    ],
    [
      'an artifact without a length',
      new TestArtifact({ id: 'a', mimeType: 'text/plain', byteLength: Number.NaN }),
    ],
    ['a look-alike of an artifact', { ...artifact }],
    ['other bytes', new Uint16Array(1)],
    ['a bigint', 1n],
    ['a function', () => 'x'],
  ];

  it.each(wrong)('[T4] that is %s is an invalid result, never stringified', async (_what, value) => {
    const error = await rejectionOf(
      weather({ handler: (() => value) as never }).executor(ctx)({ city: 'Bern' }),
    );

    expect(error).toBeInstanceOf(ValidationError);
    expect(error.code).toBe('E_INVALID_RESULT');
  });

  const outputSchemas: [string, unknown][] = [
    ['Zod', z.object({ temperature: z.number(), note: z.string().optional() })],
    ['Valibot', toStandardJsonSchema(v.object({ temperature: v.number() }))],
    ['ArkType', type({ temperature: 'number' })],
    [
      'JSON Schema',
      { type: 'object', properties: { temperature: { type: 'number' } }, required: ['temperature'] },
    ],
  ];

  it.each(outputSchemas)(
    '[T4] with an output schema from %s is the JSON value that it describes, frozen',
    async (_from, outputSchema) => {
      const value = { temperature: 20, note: undefined };
      const tool = weather({ outputSchema: outputSchema as never, handler: (() => value) as never });

      const result = await tool.executor(ctx)({ city: 'Bern' });
      value.temperature = 30;

      expect(result).toEqual({ temperature: 20 });
      expect(Object.isFrozen(result)).toBe(true);
      expect(tool.outputSchema).toMatchObject({ type: 'object', required: ['temperature'] });
    },
  );

  const wrongJson: [string, unknown][] = [
    ...wrong.filter(([what]) => what !== 'a plain object'),
    ['text', 'sunny'],
    ['Media', media],
    ['the wrong shape', { temperature: 'hot' }],
  ];

  it.each(wrongJson)('[T4] with an output schema is invalid when it is %s', async (_what, value) => {
    for (const [, outputSchema] of outputSchemas) {
      const tool = weather({ outputSchema: outputSchema as never, handler: (() => value) as never });

      expect((await rejectionOf(tool.executor(ctx)({ city: 'Bern' }))).code).toBe('E_INVALID_RESULT');
    }
  });

  it('[T4] with an output schema that transforms must still be JSON afterwards', async () => {
    const outputSchema = z.object({ when: z.string().transform((text) => new Date(text)) });
    const tool = weather({
      outputSchema: withJsonSchema(outputSchema, { type: 'object' }) as never,
      handler: (() => ({ when: '2026-01-01' })) as never,
    });

    expect((await rejectionOf(tool.executor(ctx)({ city: 'Bern' }))).code).toBe('E_INVALID_RESULT');
  });

  it('[T10] is trusted by the flag of the tool, except Media, whose own tier counts', () => {
    const own = new Media({ ...media, trustTier: 'first-party', source: new Uint8Array(1) });

    for (const content of ['text', new Uint8Array(1), artifact]) {
      expect(isTrustedContent(weather({ trusted: true }), content)).toBe(true);
      expect(isTrustedContent(weather(), content)).toBe(false);
    }
    for (const trusted of [true, false]) {
      expect(isTrustedContent(weather({ trusted }), media)).toBe(false);
      expect(isTrustedContent(weather({ trusted }), own)).toBe(true);
      expect(isTrustedContent(weather({ trusted }), [own, media])).toBe(false);
      expect(isTrustedContent(weather({ trusted }), [own, own])).toBe(true);
    }
  });
});
