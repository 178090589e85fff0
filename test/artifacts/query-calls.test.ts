import { describe, expect, it } from 'vitest';
import {
  defaultArtifactKinds,
  forgeQueryTools,
  SpooledArtifact,
} from '../../packages/toolcrib/src/artifacts/index.ts';
import { Artifact } from '../../packages/toolcrib/src/core/artifact.ts';
import { ToolRegistry } from '../../packages/toolcrib/src/core/tool-registry.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { renderForModel } from '../../packages/toolcrib/src/runtime/render/render-for-model.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { askToEnd, startQueries } from './start-queries.ts';

const utf8Length = (text: string) => new TextEncoder().encode(text).length;

/** A text that is spooled because it is too large, with lines of all lengths. */
const report = Array.from({ length: 900 }, (_, index) => `${index}: ${'é€😀'.repeat(index % 40)}`).join(
  '\r\n',
);

function textOf(record: CallRecord): string {
  return renderForModel(record, { nonce: 'a-test-nonce' })
    .parts.map((part) => ('text' in part ? part.text : ''))
    .join('\n');
}

describe('the result of a tool that is too large', () => {
  it('[A1, A2, A3] is stored, and read to its end by the id and the arguments that a model is told', async () => {
    const { runtime } = startRuntime([tool('report', () => report)]);
    const record = await runtime.call({ tool: 'report', args: {} });
    const [, id = ''] = /stored as artifact "([^"]+)"/.exec(textOf(record)) ?? [];
    const forged = forgeQueryTools(defaultArtifactKinds, { tools: new Map(), turnToolCalls: [record] });
    const queries = runtime.withTools(
      ToolRegistry.merge([new ToolRegistry([tool('report', () => '')]), forged]),
    );

    const pages: string[] = [];
    for (let next: object | undefined = {}; next !== undefined; ) {
      const answer = await queries.call({ tool: 'artifact_cat', args: { artifacts: [id], ...next } });
      if (answer.result?.kind !== 'text') throw new Error(`No text: ${answer.problem?.message}`);
      expect(answer).toMatchObject({ isEphemeral: true, isTrusted: false, sideEffect: 'none' });
      expect(utf8Length(answer.result.text)).toBeLessThanOrEqual(16_384);
      const [header = '', ...lines] = answer.result.text.split('\n');
      pages.push(lines.join('\n'));
      const [, from] = /Continue with from: (\d+)\./.exec(header) ?? [];
      next = from === undefined ? undefined : { from: Number(from) };
    }

    expect(pages.join('')).toBe(report);
    expect(pages.length).toBeGreaterThan(3);
  });

  it('[A3] is read to its end by every query that shows text, within any bound', async () => {
    for (const maxAnswerBytes of [256, 1_000, 32_768]) {
      const queries = await startQueries(report, { maxAnswerBytes, chunkSizes: [7_001] });
      const cat = await askToEnd(queries, 'artifact_cat');
      const tail = await askToEnd(queries, 'artifact_tail', { lines: 100 });
      const grep = await askToEnd(queries, 'artifact_grep', { pattern: '^[0-9]*7:' });

      expect(cat.join('')).toBe(report);
      expect(tail.toReversed().join('')).toBe(report);
      const found = [...grep.join('\n').matchAll(/^(\d+): (\d+):/gm)];
      expect(found.map(([, line, number]) => [line, number])).toEqual(
        Array.from({ length: 90 }, (_, index) => [`${index * 10 + 8}`, `${index * 10 + 7}`]),
      );
    }
  });

  it('[A3] leads from its beginning to the query that goes on', async () => {
    const { ask } = await startQueries(report);
    const head = await ask('artifact_head', { lines: 3 });

    expect(head).toBe(
      `Lines 1 to 3, bytes 0 to 42 of ${utf8Length(report)}. There is more. Continue with artifact_cat, from: 4.\n` +
        '0: \r\n1: é€😀\r\n2: é€😀é€😀\r\n',
    );
    expect(await ask('artifact_cat', { from: 4, lines: 1 })).toContain(`\n3: ${'é€😀'.repeat(3)}\r\n`);
    expect(await ask('artifact_cat', { from: 901 })).toMatch(
      /^The text ends before line 901: it has \d+ bytes\.$/,
    );
  });
});

describe('a call of a query', () => {
  it('[A3] fails for an id that is none, in words that a model can act on', async () => {
    const { call, fail } = await startQueries('text', { id: 'report 1' });
    const record = await call('artifact_cat', { artifacts: ['report 1'] });

    expect(record).toMatchObject({ status: 'failed', result: undefined, sideEffect: 'none' });
    expect(textOf(record)).toContain('There is no artifact "report 1". The ids are "report%201".');
    expect(await fail('artifact_tail', { artifacts: ['x'] })).toContain('"report%201"');
  });

  it('[A3] fails for a pattern that cannot be searched in linear time, and says what can', async () => {
    const { fail, ask } = await startQueries(`${'a'.repeat(50_000)}!`);

    expect(await fail('artifact_grep', { artifacts: ['a'], pattern: '(a+)\\1' })).toBe(
      'About artifact "a": The pattern uses a back-reference. Simplify it, or search for plain text with isLiteral: true.',
    );
    for (const pattern of ['(a+)+$', '(a|a)*b', '(.*)*x', '([a-z]+)*!!', '(?:a?){50}a{50}b', '^(a|aa)+$']) {
      expect(await ask('artifact_grep', { artifacts: ['a'], pattern })).toBe(
        'No matches. Everything was searched.',
      );
    }
  });

  it('says of an empty text that it is empty', async () => {
    const { ask } = await startQueries('');

    for (const name of ['artifact_head', 'artifact_tail', 'artifact_cat']) {
      expect(await ask(name)).toBe('The text is empty.');
    }
    expect(await ask('artifact_line_count')).toBe('0 lines.');
    expect(await ask('artifact_grep', { pattern: '^' })).toBe('No matches. Everything was searched.');
  });

  it('shows what is no UTF-8 as replacement characters', async () => {
    const bytes = Uint8Array.from([0x61, 0xff, 0x0a, 0xe2, 0x82, 0x0a, 0xf0, 0x9f]);
    const { ask } = await startQueries(bytes, { chunkSizes: [1] });

    expect(await ask('artifact_cat')).toContain('\na\ufffd\n\ufffd\n\ufffd');
    expect(await ask('artifact_grep', { pattern: '^\ufffd$' })).toBe(
      '2 matches. Everything was searched.\n2: \ufffd\n3: \ufffd',
    );
  });

  it('[A3] ends with its deadline while an artifact gives nothing, and tells nothing of a store that fails', async () => {
    const asked = deferred<void>();
    class Silent extends Artifact {
      stream(): ReadableStream<Uint8Array> {
        asked.resolve();
        return new ReadableStream({ pull: () => new Promise(() => undefined) });
      }
    }
    class Broken extends Artifact {
      stream(): ReadableStream<Uint8Array> {
        throw new Error('postgres://user:secret@host');
      }
    }
    const description = { mimeType: 'image/x-none', byteLength: 5 };
    const { runtime, clock } = startRuntime([
      tool('silent', () => new Silent({ id: 'silent', ...description })),
      tool('broken', () => new Broken({ id: 'broken', ...description })),
    ]);
    const calls = await Promise.all(
      ['silent', 'broken'].map((name) => runtime.call({ tool: name, args: {} })),
    );
    class Eager extends SpooledArtifact {
      static override accepts(): boolean {
        return true;
      }
    }
    const queries = runtime.withTools(forgeQueryTools([Eager], { tools: new Map(), turnToolCalls: calls }));

    const broken = await queries.call({ tool: 'artifact_cat', args: { artifacts: ['broken'] } });
    expect(broken.status).toBe('failed');
    expect(textOf(broken)).not.toContain('secret');
    const pending = queries.call({ tool: 'artifact_cat', args: { artifacts: ['silent'] } });
    await asked.promise;
    await clock.advance(30_000);
    expect((await pending).status).toBe('timed_out');
  });
});
