import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { type ArtifactStore, memoryArtifactStore, memoryLedger } from '../../runtime/index.ts';
import { fileArtifactStore } from './index.ts';

const large = `first line\n${'ä'.repeat(500_000)}\nlast line`;
const limits = { maxInlineBytes: 1_000, previewBytes: 100 };

const stores: readonly (readonly [name: string, use: (test: Test) => Promise<void>])[] = [
  ['memory', (test) => test(memoryArtifactStore())],
  ['a folder', (test) => withTempFolder((folder) => test(fileArtifactStore(folder)))],
];

type Test = (artifacts: ArtifactStore) => Promise<void>;

describe.each(stores)('results with artifacts in %s', (_name, use) => {
  it('[A1] are inline when they are small, and a handle and a bounded preview when they are large', () =>
    use(async (artifacts) => {
      const { runtime } = startRuntime(
        [
          tool('small', () => 'x'.repeat(1_000)),
          tool('text', () => large),
          tool('bytes', () => new TextEncoder().encode(large)),
        ],
        { artifacts, limits },
      );

      const [small, ...others] = await runtime.callAll(
        ['small', 'text', 'bytes'].map((name) => ({ tool: name, args: {} })),
      );

      expect(small?.result).toEqual({ kind: 'text', text: 'x'.repeat(1_000) });
      for (const record of others) {
        if (record.result?.kind !== 'artifact') throw new Error('expected an artifact');
        const { artifact, preview } = record.result;
        expect(artifact.byteLength).toBe(1_000_021);
        expect(Buffer.byteLength(preview)).toBeLessThanOrEqual(100);
        expect(large.startsWith(preview)).toBe(true);
        const shown = JSON.stringify(runtime.renderForModel(record));
        expect(shown).toContain(artifact.id);
        expect(shown.length).toBeLessThan(2_000);
        const stored = await artifacts.get(artifact.id);
        expect(await new Response(stored?.stream()).text()).toBe(large);
        expect(await new Response(stored?.streamFrom(1_000_012)).text()).toBe('last line');
      }
    }));

  it('[A1] can be spooled by their tool from a stream, and are read as far as the preview goes', () =>
    use(async (artifacts) => {
      const ledger = memoryLedger();
      const download = tool('download', () =>
        artifacts.put(new Blob([large]).stream(), { id: 'download-1', mimeType: 'text/plain' }),
      );
      const { runtime } = startRuntime([download], { artifacts, ledger, limits });

      const { result, invocationId } = await runtime.call({ tool: 'download', args: {} });

      const description = { id: 'download-1', mimeType: 'text/plain', byteLength: 1_000_021 };
      expect(result).toMatchObject({ kind: 'artifact', artifact: description });
      expect(await ledger.get(invocationId)).toMatchObject({
        outcome: { result: { kind: 'artifact', artifact: description } },
      });
      expect(JSON.stringify(await ledger.get(invocationId)).length).toBeLessThan(2_000);
    }));

  it('end with the effect done and nothing shown when their id is taken', () =>
    use(async (artifacts) => {
      await artifacts.put(new Uint8Array(1), { id: 'same', mimeType: 'text/plain' });
      const { runtime } = startRuntime([tool('text', () => large)], {
        artifacts,
        limits,
        randomId: () => 'same',
      });

      const record = await runtime.call({ tool: 'text', args: {} });

      expect(record).toMatchObject({ status: 'failed', sideEffect: 'done' });
      expect(record.problem).toMatchObject({
        code: 'E_ARTIFACT_FAILED',
        message: 'The call could not be made. Reference: same.',
      });
      expect((await artifacts.get('same'))?.byteLength).toBe(1);
    }));
});
