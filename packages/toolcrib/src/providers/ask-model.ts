import type { ModelStep } from '../runtime/model/model-executor.ts';
import { isAborted, toModelFailure } from './model-failure.ts';
import { toFields } from './wire-values.ts';

/** One request to a model. */
interface ModelQuestion<Prepared> {
  readonly provider: string;
  readonly signal: AbortSignal | undefined;
  /** Makes what is asked; sources of media may take their time. */
  prepare(): Promise<Prepared>;
  /** Asks, and reads the answer to its end. */
  ask(prepared: Prepared): Promise<ModelStep>;
  /** What there is of an answer that is not wanted any more. */
  toAbortedStep(): ModelStep;
}

/**
 * Asks a model for its next step. An abort gives one, too, and at once, whatever is still going on; everything
 * else that goes wrong is `E_MODEL_FAILED`.
 */
export async function askModel<Prepared>(question: ModelQuestion<Prepared>): Promise<ModelStep> {
  const { provider, signal, prepare, ask, toAbortedStep } = question;
  if (isAborted(signal)) return toAbortedStep();
  try {
    const step = await untilAborted(signal, async () => {
      const prepared = await prepare();
      return isAborted(signal) ? undefined : ask(prepared);
    });
    // SDKs end a stream that was aborted as if it were complete.
    return step === undefined || isAborted(signal) ? toAbortedStep() : step;
  } catch (error) {
    if (isAborted(signal)) return toAbortedStep();
    throw toModelFailure(error, provider);
  }
}

/** What some work gives; undefined as soon as nobody waits for it any more, however it ends then. */
function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    const forget = () => signal.removeEventListener('abort', stop);
    work().finally(forget).then(resolve, reject);
  });
}

/** An answer without streaming, if it is one: a gateway may say anything with status 200. */
export function checkAnswer(body: unknown, list: string): unknown {
  if (Array.isArray(toFields(body)[list])) return body;
  throw new TypeError(`The answer has no ${list}.`);
}

/** Something that is told the events of a stream. */
interface StreamReader {
  readonly isEnded: boolean;
  add(event: unknown): void;
}

/**
 * Reads a stream to its end, or until nobody wants it any more.
 *
 * @throws Error if it has none: what is there of it is not all that the model wanted to say.
 */
export async function readStream(
  stream: unknown,
  reader: StreamReader,
  signal: AbortSignal | undefined,
): Promise<void> {
  // What SDKs answer a request for a stream with.
  for await (const event of stream as AsyncIterable<unknown>) {
    if (isAborted(signal)) return;
    reader.add(event);
  }
  if (!reader.isEnded) throw new Error('The stream ended before the answer did.');
}
