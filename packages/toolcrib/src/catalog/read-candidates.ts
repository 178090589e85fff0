import { ConfigError } from '../core/errors.ts';
import type { CatalogProgress } from './catalog-store.ts';
import { describe } from './field-reader.ts';
import { refuseOption } from './read-catalog-options.ts';
import { readSpec } from './read-spec.ts';
import type { Candidate } from './rules.ts';
import { digestOfReadSpec } from './spec-digest.ts';
import type { ToolSpec, ToolSpecInput } from './tool-spec.ts';

/** How many specs are read between two reports of progress. */
const PROGRESS_STEP = 500;

/** How many specs are read without a pause; one can take tens of milliseconds. */
const PAUSE_STEP = 4;

/** What happens while specs are read. */
interface ReadingOptions {
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /** Lets others have their turn. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/**
 * Reads specs that may come from anywhere. At once, unless there are many and a pause is given: changes that are asked for
 * one after the other are made in that order.
 *
 * @throws ConfigError `E_INVALID_SPEC`, with the place of the spec in `context.index` if there are several.
 */
export function readCandidates(
  specs: Iterable<ToolSpecInput>,
  source: string | undefined,
  { onProgress, pause }: ReadingOptions,
): readonly Candidate[] | Promise<readonly Candidate[]> {
  const list = readList(specs);
  const total = list.length;
  const read = (item: unknown, index: number): Candidate => {
    const spec = total === 1 ? readSpec(item) : readAt(item, index);
    const digest = digestOfReadSpec(spec);
    const done = index + 1;
    if (done % PROGRESS_STEP === 0 || done === total) onProgress?.({ phase: 'checking', done, total });
    return source === undefined ? { spec, digest } : { spec, digest, source };
  };
  return pause === undefined || total <= PAUSE_STEP ? list.map(read) : readWithPauses(list, read, pause);
}

async function readWithPauses(
  list: readonly unknown[],
  read: (item: unknown, index: number) => Candidate,
  pause: () => Promise<void>,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [index, item] of list.entries()) {
    candidates.push(read(item, index));
    if (index % PAUSE_STEP === PAUSE_STEP - 1) await pause();
  }
  return candidates;
}

function readList(specs: Iterable<ToolSpecInput>): readonly unknown[] {
  const isIterable = typeof specs === 'object' && specs !== null && Symbol.iterator in specs;
  return isIterable ? [...specs] : refuseOption('specs', `must be a list of specs, not ${describe(specs)}`);
}

function readAt(value: unknown, index: number): ToolSpec {
  try {
    return readSpec(value);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.code, error.message, { context: { ...error.context, index } });
  }
}
