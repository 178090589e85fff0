import { type Artifact, ConfigError, requireKnownOptions } from '../../index.ts';
import { type ArtifactOptions, type ArtifactStore, type Clock, systemClock } from '../../runtime/index.ts';
import { cannotRead } from '../artifact-failures.ts';
import { fromColumn, toColumn } from '../column-text.ts';
import { putContent } from '../put-content.ts';
import { PostgresArtifact } from './artifact.ts';
import { ArtifactQuota } from './artifact-quota.ts';
import { type ArtifactValue, askRows, isTaken } from './artifact-rows.ts';
import * as statements from './artifact-statements.ts';
import { toStoreError } from './failures.ts';
import { artifactSchema } from './migrations.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { readBatches } from './read-batches.ts';
import { PostgresSession } from './session.ts';

/** Options of {@link postgresArtifactStore}. */
export interface PostgresArtifactStoreOptions {
  /** How many bytes one artifact may have; a larger one is refused. @default 1_073_741_824, 1 GiB */
  readonly maxArtifactBytes?: number | undefined;
  /**
   * How many bytes all artifacts may have. When there would be more, the oldest are dropped until a tenth of that is free.
   * Each of several processes can go a tenth beyond it. @default 10_737_418_240, 10 GiB
   */
  readonly maxBytes?: number | undefined;
  /** By which artifacts get old. @default the clock of this machine */
  readonly clock?: Clock | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof PostgresArtifactStoreOptions>([
  'maxArtifactBytes',
  'maxBytes',
  'clock',
]);

/** An artifact store from which what is old can be removed. */
export interface PostgresArtifactStore extends ArtifactStore {
  /**
   * Drops artifacts that were put before a time, in milliseconds since 1970; answers how many. With a limit at most so many
   * of them, for a host that does it in small steps. Rejects with `E_STORE_…`.
   */
  prune(putBefore: number, limit?: number): Promise<number>;
}

/**
 * An artifact store in a PostgreSQL database, in tables whose names start with `toolcrib_`; they are created or brought up to
 * date first, in the first schema of the search path. Any number of processes may use it: what one has put, all can read.
 * Once the tables are up to date, a role that may only read and write them is enough.
 *
 * Bytes are kept in blocks, and written and read some blocks at a time, so memory does not grow with an artifact. A dropped
 * artifact can no longer be streamed, by those who hold it either. What a crashed process was writing is invisible, and is
 * removed an hour later.
 *
 * It rejects with a ToolcribError `E_STORE_TOO_NEW` when the tables were made by a newer version of this library, with
 * another `E_STORE_…` when they cannot be made, and with a ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const artifacts = await postgresArtifactStore(new Pool({ connectionString }));
 * ```
 */
export async function postgresArtifactStore(
  pool: PostgresPool,
  options: PostgresArtifactStoreOptions = {},
): Promise<PostgresArtifactStore> {
  requireKnownOptions(options, optionNames);
  const { maxArtifactBytes = 1_073_741_824, maxBytes = 10_737_418_240, clock = systemClock } = options;
  for (const [option, value] of Object.entries({ maxArtifactBytes, maxBytes })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new ConfigError('E_INVALID_OPTION', `${option} must be a whole number from 1.`, {
      context: { option },
    });
  }
  try {
    await new PostgresSession(pool).migrate(artifactSchema);
  } catch (error) {
    throw toStoreError(error);
  }
  return new ArtifactTables(pool, { maxArtifactBytes, maxBytes, clock });
}

/** How many bytes one statement writes. */
const BATCH_BYTES = 16 * statements.BLOCK_BYTES;

interface Bounds {
  readonly maxArtifactBytes: number;
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** An artifact whose first batches are written. */
interface BegunArtifact {
  readonly content: string;
  byteLength: number;
}

class ArtifactTables implements PostgresArtifactStore {
  readonly #pool: PostgresPool;
  readonly #bounds: Bounds;
  readonly #quota: ArtifactQuota;

  constructor(pool: PostgresPool, bounds: Bounds) {
    this.#pool = pool;
    this.#bounds = bounds;
    this.#quota = new ArtifactQuota(pool, bounds);
  }

  async put(content: Uint8Array | ReadableStream<Uint8Array>, options: ArtifactOptions): Promise<Artifact> {
    return await putContent(content, options.id, () => this.#add(content, options));
  }

  async get(id: string): Promise<Artifact | undefined> {
    try {
      const [row] = (await this.#ask(statements.findById, [toColumn(id)])).rows;
      if (row === undefined) return undefined;
      const description = {
        id,
        mimeType: fromColumn(String(row.mime_type)),
        byteLength: Number(row.byte_length),
      };
      return new PostgresArtifact(description, String(row.content), this.#pool);
    } catch (cause) {
      throw cannotRead(id, cause);
    }
  }

  async prune(putBefore: number, limit = Number.MAX_SAFE_INTEGER): Promise<number> {
    return (await this.#ask(statements.removeBefore, [putBefore, limit])).rowCount ?? 0;
  }

  /** Undefined if the id is taken. */
  async #add(
    content: Uint8Array | ReadableStream<Uint8Array>,
    options: ArtifactOptions,
  ): Promise<Artifact | undefined> {
    if (content instanceof Uint8Array) this.#assertFits(content.byteLength);
    let begun: BegunArtifact | undefined;
    try {
      for await (const batch of readBatches(content, BATCH_BYTES)) {
        this.#assertFits((begun?.byteLength ?? 0) + batch.byteLength);
        const isLast = batch.byteLength < BATCH_BYTES;
        if (isLast && begun === undefined) return await this.#insertWhole(batch, options);
        begun ??= await this.#begin(options);
        if (begun === undefined) return undefined;
        await this.#append(begun, batch);
      }
      return begun && (await this.#finish(begun, options));
    } catch (error) {
      // What is left of it is removed later if it cannot be now.
      if (begun !== undefined)
        await this.#ask(statements.removeContent, [begun.content]).catch(() => undefined);
      if (isTaken(error)) return undefined;
      throw error;
    }
  }

  async #insertWhole(bytes: Uint8Array, options: ArtifactOptions): Promise<Artifact | undefined> {
    const { id, mimeType } = options;
    const { byteLength } = bytes;
    const content = crypto.randomUUID();
    const now = this.#bounds.clock.now();
    await this.#quota.take(byteLength, now);
    const about = [toColumn(id), toColumn(mimeType), byteLength, now];
    const { rows } = await this.#ask(statements.insertWhole, [content, 0, bytes, blocksOf(bytes), ...about]);
    if (rows.length === 0) return undefined;
    return new PostgresArtifact({ id, mimeType, byteLength }, content, this.#pool);
  }

  /** Undefined if the id is taken. */
  async #begin({ id, mimeType }: ArtifactOptions): Promise<BegunArtifact | undefined> {
    const content = crypto.randomUUID();
    const values = [content, toColumn(id), toColumn(mimeType), this.#bounds.clock.now()];
    const { rows } = await this.#ask(statements.insertBegun, values);
    return rows.length === 0 ? undefined : { content, byteLength: 0 };
  }

  async #append(begun: BegunArtifact, batch: Uint8Array): Promise<void> {
    const position = begun.byteLength / statements.BLOCK_BYTES;
    begun.byteLength += batch.byteLength;
    await this.#ask(statements.insertBlocks, [begun.content, position, batch, blocksOf(batch)]);
  }

  async #finish({ content, byteLength }: BegunArtifact, options: ArtifactOptions): Promise<Artifact> {
    const { id, mimeType } = options;
    await this.#quota.take(byteLength, this.#bounds.clock.now());
    const { rows } = await this.#ask(statements.finishBegun, [content, byteLength]);
    if (rows.length === 0) throw new Error('It took too long to be written, and was removed meanwhile.');
    return new PostgresArtifact({ id, mimeType, byteLength }, content, this.#pool);
  }

  #assertFits(byteLength: number): void {
    const { maxArtifactBytes } = this.#bounds;
    if (byteLength > maxArtifactBytes)
      throw new RangeError(`The artifact has more than ${maxArtifactBytes} bytes.`);
  }

  #ask(statement: string, values: readonly ArtifactValue[]) {
    return askRows(this.#pool, statement, values);
  }
}

function blocksOf({ byteLength }: Uint8Array): number {
  return Math.ceil(byteLength / statements.BLOCK_BYTES);
}
