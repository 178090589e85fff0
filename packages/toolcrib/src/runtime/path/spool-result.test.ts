import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { Artifact } from '../../core/artifact.ts';
import { defineTool } from '../../core/define-tool.ts';
import { Media } from '../../core/media.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { memoryArtifactStore } from '../spool/memory-artifact-store.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

describe('results', () => {
  it.each([
    { name: 'a circular object', value: circular },
    { name: 'a bigint', value: { id: 10n } },
    { name: 'a function', value: { run: () => undefined } },
    { name: 'an instance', value: { at: new Date(0) } },
    { name: 'not a number', value: { n: Number.NaN } },
    { name: 'what the schema does not accept', value: { n: 'five' } },
    { name: 'nothing', value: undefined },
  ])('that are $name are invalid, and what a writing tool did stays done', async ({ value }) => {
    const ledger = memoryLedger();
    const options = {
      description: '',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    } as const;
    // Wrong on purpose.
    const handler = () => value as never;
    const { runtime } = startRuntime(
      [
        defineTool({ ...options, name: 'write', handler }),
        defineTool({ ...options, name: 'read', effect: 'read', handler }),
      ],
      { ledger },
    );

    const [written, read] = await runtime.callAll([
      { tool: 'write', args: {} },
      { tool: 'read', args: {} },
    ]);

    expect([written?.status, written?.sideEffect, read?.status, read?.sideEffect]).toEqual([
      'invalid_result',
      'done',
      'invalid_result',
      'none',
    ]);
    expect(written?.details().resultIssues.length).toBeGreaterThan(0);
    expect(written?.result).toBeUndefined();
    expect(await ledger.get(written?.invocationId ?? '')).toMatchObject({
      state: 'invalid_result',
      outcome: { sideEffect: 'done', result: null },
    });
  });

  it('that are no content are invalid without an output schema', async () => {
    for (const value of [undefined, null, 5, {}, ['text'], true]) {
      // Wrong on purpose.
      const { runtime } = startRuntime([tool('odd', () => value as never)]);

      expect((await runtime.call({ tool: 'odd', args: {} })).status).toBe('invalid_result');
    }
  });

  it('are stored above 32 KiB, and a preview and a handle are left', async () => {
    const artifacts = memoryArtifactStore();
    const text = 'ä'.repeat(1_000_000);
    const { runtime } = startRuntime([tool('fits', () => 'x'.repeat(32_768)), tool('large', () => text)], {
      artifacts,
    });

    const [fits, large] = await runtime.callAll([
      { tool: 'fits', args: {} },
      { tool: 'large', args: {} },
    ]);

    expect(fits?.result?.kind).toBe('text');
    if (large?.result?.kind !== 'artifact') throw new Error('expected an artifact');
    const { artifact, preview } = large.result;
    expect(preview).toBe('ä'.repeat(1_024));
    expect(artifact).toMatchObject({ mimeType: 'text/plain', byteLength: 2_000_000 });
    const stored = await artifacts.get(artifact.id);
    expect(await new Response(stored?.stream()).text()).toBe(text);
    expect(JSON.stringify(runtime.renderForModel(large)).length).toBeLessThan(8_000);
  });

  it('of JSON are stored as their text', async () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    const list = defineTool({
      name: 'list',
      description: '',
      inputSchema: z.object({}),
      outputSchema: z.array(z.object({ id: z.number() })),
      handler: () => rows,
    });
    const { runtime } = startRuntime([list]);

    const { result } = await runtime.call({ tool: 'list', args: {} });

    if (result?.kind !== 'artifact') throw new Error('expected an artifact');
    expect(result.artifact.mimeType).toBe('application/json');
    expect(JSON.parse(await new Response(result.artifact.stream()).text())).toEqual(rows);
  });

  it('of bytes stay inline as text, and are stored when they are none', async () => {
    const bytes = new TextEncoder().encode('text');
    const { runtime } = startRuntime([
      tool('text', () => bytes),
      tool('binary', () => new Uint8Array([0xff, 0xfe, 0])),
    ]);

    const [text, binary] = await runtime.callAll([
      { tool: 'text', args: {} },
      { tool: 'binary', args: {} },
    ]);
    bytes.fill(0);

    expect(text?.result).toEqual({ kind: 'bytes', bytes: new TextEncoder().encode('text') });
    expect(binary?.result).toMatchObject({ kind: 'artifact', preview: '', artifact: { byteLength: 3 } });
  });

  it('[A1] of many bytes that are text are stored as text, with a preview', async () => {
    const { runtime } = startRuntime([tool('log', () => new TextEncoder().encode('line\n'.repeat(20_000)))]);

    const { result } = await runtime.call({ tool: 'log', args: {} });

    if (result?.kind !== 'artifact') throw new Error('expected an artifact');
    expect(result.artifact).toMatchObject({ mimeType: 'text/plain', byteLength: 100_000 });
    expect(result.preview.startsWith('line\nline\n')).toBe(true);
  });

  it('end the call where the store gives no artifact', async () => {
    const { runtime } = startRuntime([tool('large', () => 'x'.repeat(50_000))], {
      artifacts: { put: () => ({ id: 'look-alike' }) as never, get: () => undefined },
    });

    expect(await runtime.call({ tool: 'large', args: {} })).toMatchObject({
      status: 'failed',
      problem: { code: 'E_ARTIFACT_FAILED' },
    });
  });

  it('that are larger than allowed are invalid', async () => {
    const tools = [tool('large', () => 'x'.repeat(2_000)), tool('huge', () => 'x'.repeat(2_001))];
    const { runtime } = startRuntime(tools, { limits: { maxInlineBytes: 1_000, maxResultBytes: 2_000 } });

    expect((await runtime.call({ tool: 'large', args: {} })).result?.kind).toBe('artifact');
    const record = await runtime.call({ tool: 'huge', args: {} });

    expect([record.status, record.details().resultIssues[0]?.message]).toEqual([
      'invalid_result',
      'has 2001 bytes, more than 2000',
    ]);
    expect(record.problem?.message).toBe(
      `Tool "huge" gave a result that is too large, of 2001 bytes where 2000 are allowed. Reference: ${record.invocationId}.`,
    );
  });

  it('that cannot be stored end the call with the effect done', async () => {
    const { runtime, clock } = startRuntime(
      [tool('large', () => 'x'.repeat(50_000)), tool('stuck', () => 'y'.repeat(50_000))],
      {
        artifacts: {
          put: (content) =>
            content instanceof Uint8Array && content[0] === 120
              ? Promise.reject(new Error('disk full'))
              : new Promise(() => undefined),
          get: () => undefined,
        },
      },
    );
    const large = await runtime.call({ tool: 'large', args: {} });
    const stuck = runtime.call({ tool: 'stuck', args: {} });
    await clock.advance(30_000);

    expect(large).toMatchObject({
      status: 'failed',
      sideEffect: 'done',
      problem: { code: 'E_ARTIFACT_FAILED' },
    });
    expect(await stuck).toMatchObject({ status: 'timed_out', sideEffect: 'done' });
  });

  it('that are artifacts of the tool keep their handle and get a preview', async () => {
    class Lines extends Artifact {
      override stream() {
        return new Blob(['first line\n', 'x'.repeat(100_000)]).stream();
      }
    }
    const lines = new Lines({ id: 'lines-1', mimeType: 'text/plain', byteLength: 100_011 });
    const { runtime } = startRuntime([tool('lines', () => lines)], { limits: { previewBytes: 10 } });

    const { result } = await runtime.call({ tool: 'lines', args: {} });

    expect(result).toEqual({ kind: 'artifact', artifact: lines, preview: 'first line' });
  });

  it('[A5] have their trust fixed when the call ends, by the tool for text and by themselves for media', async () => {
    const media = (trustTier: 'first-party' | 'third-party-public') =>
      new Media({
        kind: 'image',
        mimeType: 'image/png',
        trustTier,
        hazard: 'opaque',
        source: new Uint8Array(1),
      });
    const { runtime } = startRuntime([
      tool('trusted', () => 'text', { trusted: true }),
      tool('untrusted', () => 'text'),
      tool('own', () => media('first-party')),
      tool('foreign', () => [media('first-party'), media('third-party-public')], { trusted: true }),
    ]);

    const records = await runtime.callAll(
      ['trusted', 'untrusted', 'own', 'foreign'].map((name) => ({ tool: name, args: {} })),
    );

    expect(records.map(({ isTrusted }) => isTrusted)).toEqual([true, false, true, false]);
    expect(() => Object.assign(records[1] ?? {}, { isTrusted: true })).toThrow(TypeError);
  });
});
