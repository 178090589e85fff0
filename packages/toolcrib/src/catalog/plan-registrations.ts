import { ConfigError } from '../core/errors.ts';
import { type Clash, versionConflict } from './catalog-errors.ts';
import type { CatalogEventType } from './catalog-event.ts';
import type { CatalogProgress } from './catalog-store.ts';
import type { ChangePlan } from './change-plan.ts';
import { describe } from './field-reader.ts';
import { refuseOption } from './read-catalog-options.ts';
import { readSpec } from './read-spec.ts';
import { type Candidate, type RegisterOutcome, register } from './rules.ts';
import { digestOfReadSpec } from './spec-digest.ts';
import type { ToolSpec } from './tool-spec.ts';

/** How many specs are read between two reports of progress. */
const PROGRESS_STEP = 500;

const eventTypes: Readonly<
  Record<Exclude<RegisterOutcome['kind'], 'conflict' | 'unchanged'>, CatalogEventType>
> = {
  created: 'tool-created',
  updated: 'tool-updated',
  reactivated: 'tool-reactivated',
};

/**
 * Reads specs that may come from anywhere.
 *
 * @throws ConfigError `E_INVALID_SPEC`, with the place of the spec in `context.index` if there are several.
 */
export function readCandidates(
  specs: Iterable<ToolSpec>,
  onProgress?: (progress: CatalogProgress) => void,
): readonly Candidate[] {
  const list = readList(specs);
  const total = list.length;
  return list.map((item, index) => {
    const spec = total === 1 ? readSpec(item) : readAt(item, index);
    const candidate = { spec, digest: digestOfReadSpec(spec) };
    const done = index + 1;
    if (done % PROGRESS_STEP === 0 || done === total) onProgress?.({ phase: 'checking', done, total });
    return candidate;
  });
}

/**
 * Plans registrations one after another.
 *
 * @throws ToolcribError `E_VERSION_CONFLICT` that names all that clash.
 */
export function planRegistrations(plan: ChangePlan, candidates: readonly Candidate[], at: string): void {
  const clashes: Clash[] = [];
  for (const candidate of candidates) {
    const { name } = candidate.spec;
    const outcome = register(plan.stateOf(name), candidate, at);
    if (outcome.kind === 'conflict') clashes.push({ published: outcome.published, spec: candidate.spec });
    else if (outcome.kind !== 'unchanged') plan.set(eventTypes[outcome.kind], { name, after: outcome.state });
  }
  const [first, ...rest] = clashes;
  if (first !== undefined) throw versionConflict([first, ...rest]);
}

function readList(specs: Iterable<ToolSpec>): readonly unknown[] {
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
