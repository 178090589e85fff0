import type { Artifact } from '../../core/artifact.ts';
import type { Awaitable } from '../awaitable.ts';

/** What is said about bytes when they are stored. */
export interface ArtifactOptions {
  /** A new id, unique in the store. */
  readonly id: string;
  readonly mimeType: string;
}

/**
 * Where results go that are too large to be sent to a model.
 *
 * INVARIANT: an artifact that was put can be streamed from its start, any number of times, for as long as
 * the store keeps it; `get` of one that it does not keep is undefined.
 */
export interface ArtifactStore {
  /** Keeps the bytes, which belong to the store from then on. */
  put(bytes: Uint8Array, options: ArtifactOptions): Awaitable<Artifact>;
  get(id: string): Awaitable<Artifact | undefined>;
}
