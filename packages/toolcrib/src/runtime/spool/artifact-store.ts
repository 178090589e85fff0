import type { Artifact } from '../../core/artifact.ts';
import type { Awaitable } from '../awaitable.ts';

/** What is said about bytes when they are stored. */
export interface ArtifactOptions {
  /** A new id, unique in the store. Any text, however long; a store never takes it for a path. */
  readonly id: string;
  readonly mimeType: string;
}

/**
 * Where results go that are too large to be sent to a model. How long they are kept is the store's own
 * affair: it must not grow for ever, so it may drop what is old. `toolcrib/stores/testkit` tests a store.
 *
 * INVARIANT: `put` is atomic. When it has resolved the artifact is whole, and `get` never gives one that is not.
 *
 * INVARIANT: an id that is taken is refused with `E_ARTIFACT_FAILED`, and its artifact is left as it is. Of
 * puts of one id at the same time, one succeeds.
 *
 * INVARIANT: ids are compared by their code units: `A` is not `a`, and no two ways to write an `é` are the same.
 *
 * INVARIANT: a stream that fails, or gives something other than bytes, is refused with `E_ARTIFACT_FAILED`,
 * with what it failed with as the `cause`. Nothing of it is left, and the id is as free as before.
 *
 * INVARIANT: when `put` has settled, a stream has been read to its end or was told to cancel, and what it gave
 * belongs to whoever made it again.
 *
 * INVARIANT: an artifact tells the id, the MIME type and the number of bytes that it was put with.
 *
 * INVARIANT: its bytes can be streamed from the start and from any offset, any number of times and by several
 * readers at once, for as long as the store keeps it. Afterwards a stream fails with `E_ARTIFACT_FAILED`; it
 * never ends early as if it were whole.
 *
 * INVARIANT: readers own what they read. Changing it does not change the artifact.
 */
export interface ArtifactStore {
  /**
   * Keeps bytes, which belong to the store from then on, or all that a stream gives, so that a download need
   * not be held in memory.
   */
  put(content: Uint8Array | ReadableStream<Uint8Array>, options: ArtifactOptions): Awaitable<Artifact>;
  /** The artifact of an id; undefined if it was never put, is not whole yet, or was dropped. */
  get(id: string): Awaitable<Artifact | undefined>;
}
