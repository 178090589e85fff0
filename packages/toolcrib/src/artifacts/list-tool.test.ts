import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../test/artifacts/byte-artifact.ts';
import { forgeFor, recordOf } from '../../../../test/artifacts/forge-for.ts';
import { utf8Length } from './text/utf8.ts';

describe('artifact_list', () => {
  it('[A3] says how to continue, and shows every id once', async () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      recordOf(byteArtifact('a', { id: `id-${index}` })),
    );
    const { ask } = forgeFor(calls, { maxAnswerBytes: 300 });
    const ids: string[] = [];
    for (let from: number | undefined = 1; from !== undefined; ) {
      const answer: string = await ask('artifact_list', { from });
      expect(utf8Length(answer)).toBeLessThanOrEqual(300);
      ids.push(...[...answer.matchAll(/"(id-\d+)"/g)].map(([, id]) => id ?? ''));
      const [, next] = /Continue with from: (\d+)\./.exec(answer) ?? [];
      from = next === undefined ? undefined : Number(next);
    }

    expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => `id-${index}`));
  });

  it('[A3] comes to an end with ids that are longer than an answer', async () => {
    const calls = ['x', 'y', 'z'].map((id) =>
      recordOf(byteArtifact('a', { id: id.repeat(500), mimeType: `text/${'x'.repeat(60)}` }), {
        toolName: 'a_tool_with_a_long_name'.repeat(3),
      }),
    );
    const { ask } = forgeFor(calls, { maxAnswerBytes: 256 });
    const first = await ask('artifact_list');

    expect(first).toMatch(
      /^3 stored results\. There are more\. Continue with from: 2\.\nAn id that is too long/,
    );
    expect(await ask('artifact_list', { from: 3 })).toMatch(/^3 stored results\.\nAn id that is too long/);
    expect(utf8Length(first)).toBeLessThanOrEqual(256);
  });
});
