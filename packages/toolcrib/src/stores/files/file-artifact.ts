import { Artifact, type ArtifactDescription, requireKnownOptions } from '../../index.ts';
import { cannotRead } from '../artifact-failures.ts';
import { type FileSystem, loadNodeModules } from './node-modules.ts';
import { type FileRange, type FileStamp, readChunks } from './read-chunks.ts';

/** How an artifact is made of a file. */
export interface FileArtifactOptions {
  readonly mimeType: string;
  /** Names the artifact, also to models, so it should not tell where the file is. @default a random one */
  readonly id?: string;
}

const optionNames: ReadonlySet<string> = new Set<keyof FileArtifactOptions>(['mimeType', 'id']);

/**
 * A file as an artifact that a tool may return. Nothing is copied; the file stays where it is and whose it
 * is. It must not change as long as the artifact is used: streams fail with `E_ARTIFACT_FAILED` if it is
 * gone, or if its length or the time of its last change is another. Read a stream to its end or cancel it,
 * which closes the file.
 *
 * @throws ToolcribError `E_ARTIFACT_FAILED` when it cannot be looked at, or is no file.
 *
 * @example
 * ```ts
 * const handler = () => fileArtifact('report.csv', { mimeType: 'text/csv' });
 * ```
 */
export async function fileArtifact(path: string, options: FileArtifactOptions): Promise<Artifact> {
  requireKnownOptions(options, optionNames);
  const { fs, path: paths, crypto } = loadNodeModules();
  const { mimeType, id = crypto.randomUUID() } = options;
  const absolute = paths.resolve(path);
  try {
    const stats = await fs.promises.stat(absolute);
    if (!stats.isFile()) throw new Error('It is no file.');
    const { size, mtimeMs } = stats;
    const file = { path: absolute, stamp: { size, mtimeMs } };
    return new FileArtifact({ id, mimeType, byteLength: size }, file, fs.promises);
  } catch (cause) {
    throw cannotRead(id, cause);
  }
}

/** An artifact whose bytes are the beginning of a file, or all of it. */
export class FileArtifact extends Artifact {
  readonly #file: { readonly path: string; readonly stamp: FileStamp };
  readonly #fs: FileSystem;

  constructor(
    description: ArtifactDescription,
    file: { readonly path: string; readonly stamp: FileStamp },
    fs: FileSystem,
  ) {
    super(description);
    this.#file = file;
    this.#fs = fs;
  }

  stream(): ReadableStream<Uint8Array> {
    return this.streamFrom(0);
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    const start = Math.max(0, Math.trunc(byteOffset) || 0);
    const chunks = this.#read({ ...this.#file, start, end: this.byteLength });
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        const step = await chunks.next();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      // Waits for a read that is under way, then closes the file.
      cancel: async () => {
        await chunks.return();
      },
    };
    // No file is opened before somebody reads.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  async *#read(range: FileRange): AsyncGenerator<Uint8Array, void> {
    try {
      yield* readChunks(this.#fs, range);
    } catch (cause) {
      throw cannotRead(this.id, cause);
    }
  }
}
