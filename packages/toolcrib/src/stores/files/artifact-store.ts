import { type Artifact, ConfigError, requireKnownOptions, ToolcribError } from '../../index.ts';
import type { ArtifactOptions, ArtifactStore } from '../../runtime/index.ts';
import { cannotRead } from '../artifact-failures.ts';
import { putContent } from '../put-content.ts';
import { ArtifactFolder } from './artifact-folder.ts';
import { FileArtifact } from './file-artifact.ts';
import { type FileSystem, loadNodeModules } from './node-modules.ts';
import { encodeTail, readStoredFile } from './stored-file.ts';
import { writeBytes, writeContent } from './write-content.ts';

/** How a store in a folder is made. */
export interface FileArtifactStoreOptions {
  /** How many bytes one artifact may have; a larger one is refused. @default 1_073_741_824, 1 GiB */
  readonly maxArtifactBytes?: number;
  /**
   * How many bytes all files may have. When there would be more, the oldest are dropped until a tenth of that
   * is free. An artifact that is larger is kept alone. Each of several processes can go a tenth beyond it.
   * @default 10_737_418_240, 10 GiB
   */
  readonly maxBytes?: number;
}

const optionNames: ReadonlySet<string> = new Set<keyof FileArtifactStoreOptions>([
  'maxArtifactBytes',
  'maxBytes',
]);

/**
 * An artifact store in a folder, which is created if need be, with a file for each artifact that only its
 * owner can read. What was put survives a power failure, and later processes find it. Several may use one
 * folder; files that are not the store's are never touched.
 *
 * A dropped artifact can no longer be streamed; a stream of which something was read comes to its end. A
 * file that was removed, cut or changed makes a stream fail with `E_ARTIFACT_FAILED`. Read a stream to its
 * end or cancel it, which closes the file.
 *
 * What a crashed process was writing is invisible, and is removed later, when nobody has written on it for an
 * hour. So a put whose stream gives nothing for an hour may fail.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 * @throws ToolcribError `E_ARTIFACT_FAILED` when the folder cannot be created.
 *
 * @example
 * ```ts
 * const runtime = createRuntime({ resolver, artifacts: fileArtifactStore('artifacts') });
 * ```
 */
export function fileArtifactStore(folder: string, options: FileArtifactStoreOptions = {}): ArtifactStore {
  requireKnownOptions(options, optionNames);
  const { maxArtifactBytes = 1_073_741_824, maxBytes = 10_737_418_240 } = options;
  assertOption('folder', typeof folder === 'string' && folder !== '', 'the path of a folder');
  for (const [name, value] of Object.entries({ maxArtifactBytes, maxBytes })) {
    assertOption(name, Number.isSafeInteger(value) && value > 0, 'a whole number from 1');
  }
  const modules = loadNodeModules();
  const path = modules.path.resolve(folder);
  try {
    modules.fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ToolcribError('E_ARTIFACT_FAILED', 'The folder for artifacts cannot be used.', { cause });
  }
  return new FileArtifactStore(
    modules.fs.promises,
    new ArtifactFolder(modules, { path, maxBytes }),
    maxArtifactBytes,
  );
}

function assertOption(option: string, isValid: boolean, expected: string): void {
  if (isValid) return;
  throw new ConfigError('E_INVALID_OPTION', `${option} must be ${expected}.`, { context: { option } });
}

class FileArtifactStore implements ArtifactStore {
  readonly #fs: FileSystem;
  readonly #folder: ArtifactFolder;
  readonly #maxArtifactBytes: number;

  constructor(fs: FileSystem, folder: ArtifactFolder, maxArtifactBytes: number) {
    this.#fs = fs;
    this.#folder = folder;
    this.#maxArtifactBytes = maxArtifactBytes;
  }

  async put(content: Uint8Array | ReadableStream<Uint8Array>, options: ArtifactOptions): Promise<Artifact> {
    return await putContent(content, options.id, () => this.#add(content, options));
  }

  async get(id: string): Promise<Artifact | undefined> {
    try {
      return await this.#load(id);
    } catch (cause) {
      throw cannotRead(id, cause);
    }
  }

  async #add(
    content: Uint8Array | ReadableStream<Uint8Array>,
    { id, mimeType }: ArtifactOptions,
  ): Promise<Artifact | undefined> {
    const path = this.#folder.pathOf(id);
    if (await this.#folder.has(path)) return undefined;
    let byteLength = 0;
    const stamp = await this.#folder.add(path, async (handle) => {
      byteLength = await writeContent(handle, content, this.#maxArtifactBytes);
      await writeBytes(handle, encodeTail({ id, mimeType, byteLength }));
    });
    return stamp && new FileArtifact({ id, mimeType, byteLength }, { path, stamp }, this.#fs);
  }

  async #load(id: string): Promise<Artifact | undefined> {
    const path = this.#folder.pathOf(id);
    const handle = await this.#folder.open(path);
    if (handle === undefined) return undefined;
    try {
      const { description, stamp } = await readStoredFile(handle);
      if (description.id !== id) throw new Error('The file is that of another artifact.');
      return new FileArtifact(description, { path, stamp }, this.#fs);
    } finally {
      await handle.close();
    }
  }
}
