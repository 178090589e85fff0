import { ConfigError } from '../core/errors.ts';
import type { CatalogProgress } from './catalog-store.ts';
import { describe } from './field-reader.ts';
import { doWithPauses, mapInPieces, type Pause } from './pieces.ts';
import type { NameLooks } from './publishing/name-looks.ts';
import { refuseOption } from './read-catalog-options.ts';
import { readSpec } from './read-spec.ts';
import type { Candidate } from './rules.ts';
import type { SpecDigests } from './spec-digests.ts';
import type { ToolSpec, ToolSpecInput } from './tool-spec.ts';

/** How many specs are read between two reports of progress. */
const PROGRESS_STEP = 500;

/** What happens while specs are read. */
interface ReadingOptions {
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  readonly pause?: Pause | undefined;
  /** Keeps what is computed here. */
  readonly digests: SpecDigests;
  readonly looks: NameLooks;
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
  { onProgress, pause, digests, looks }: ReadingOptions,
): readonly Candidate[] | Promise<readonly Candidate[]> {
  const list = readList(specs);
  const total = list.length;
  const read = (item: unknown, index: number): Candidate => {
    const spec = total === 1 ? readSpec(item) : readAt(item, index);
    const { digest } = digests.of(spec);
    looks.remember(spec.name);
    const done = index + 1;
    if (done % PROGRESS_STEP === 0 || done === total) onProgress?.({ phase: 'checking', done, total });
    return source === undefined ? { spec, digest } : { spec, digest, source };
  };
  return doWithPauses(mapInPieces(list, read), pause);
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
