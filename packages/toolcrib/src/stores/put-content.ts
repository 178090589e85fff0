import type { Artifact } from '../index.ts';
import { alreadyThere, cannotStore } from './artifact-failures.ts';

/**
 * Puts content where `add` does, which gives undefined if the id is taken. A source whose bytes are not taken is told so: that
 * can take any time, or fail, and is not waited for.
 *
 * @throws ToolcribError `E_ARTIFACT_FAILED`.
 */
export async function putContent(
  content: Uint8Array | ReadableStream<Uint8Array>,
  id: string,
  add: () => Promise<Artifact | undefined>,
): Promise<Artifact> {
  const cancel = (reason: unknown) => {
    if (content instanceof ReadableStream) content.cancel(reason).catch(() => undefined);
  };
  try {
    const artifact = await add();
    if (artifact !== undefined) return artifact;
  } catch (cause) {
    cancel(cause);
    throw cannotStore(id, cause);
  }
  const error = alreadyThere(id);
  cancel(error);
  throw error;
}
