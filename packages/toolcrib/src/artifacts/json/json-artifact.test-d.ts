import { describe, expectTypeOf, it } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import {
  type ArtifactKind,
  JsonArtifact,
  type JsonBrokenLine,
  type JsonEntry,
  type JsonType,
} from '../index.ts';

declare const artifact: JsonArtifact;

describe('the types of a JSON artifact', () => {
  it('[A2] are those of JSON', () => {
    expectTypeOf(artifact.type()).resolves.toEqualTypeOf<JsonType | undefined>();
    expectTypeOf(artifact.keys('/a')).resolves.toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(artifact.get('/a')).resolves.toEqualTypeOf<JsonValue | undefined>();
    expectTypeOf(artifact.slice({ path: '/a', from: 1 })).resolves.toEqualTypeOf<
      readonly (JsonEntry | JsonBrokenLine)[]
    >();
    expectTypeOf(artifact.filter({ operator: 'equals', value: null })).resolves.toEqualTypeOf<
      readonly JsonEntry<JsonValue>[]
    >();
    expectTypeOf(JsonArtifact).toExtend<ArtifactKind>();
  });

  it('[A2] know the fields that are plucked', async () => {
    const [first] = await artifact.pluck(['/id', '/name']);
    expectTypeOf(first?.value['/id']).toEqualTypeOf<JsonValue | undefined>();
    // @ts-expect-error: this field was not asked for.
    first?.value['/other'];
  });

  it('[A2] refuse conditions that are none', () => {
    // @ts-expect-error: there is no such operator.
    artifact.filter({ operator: 'like', value: '' });
    // @ts-expect-error: values are compared as a whole only if they hold no others.
    artifact.filter({ operator: 'equals', value: [] });
    // @ts-expect-error: an operator is needed.
    artifact.filter({ value: 1 });
  });
});
