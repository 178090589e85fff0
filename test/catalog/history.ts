import type { CatalogEvent, DeprecatedUse } from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { CatalogModel } from './catalog-model.ts';
import type { BegunOperation } from './interleaving.ts';
import { isChange, toText } from './operation.ts';

/**
 * What has happened to a tenant, one change after another: the operations of all catalogues in the order of their
 * events, played with a model. Whatever does not fit into that order is a problem.
 */
export class History {
  readonly problems: string[] = [];
  readonly #operations: readonly BegunOperation[];
  /** The model after each change, by the number of its last event. Nobody may ever see anything in between. */
  readonly #moments = new Map<number, CatalogModel>();
  readonly #committed = new Set<BegunOperation>();

  constructor(operations: readonly BegunOperation[], events: readonly CatalogEvent[]) {
    this.#operations = operations;
    this.#moments.set(0, new CatalogModel());
    for (const group of groupByChange(events)) this.#play(group);
    for (const begun of operations) if (!this.#committed.has(begun)) this.#fitIn(begun);
  }

  /** The model at the end. */
  get end(): CatalogModel {
    return [...this.#moments.values()].at(-1) ?? new CatalogModel();
  }

  /** How often each deprecated version was used by whom. */
  useCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { operation, occasion, since, outcome } of this.#operations) {
      if (operation.kind !== 'resolve' || outcome === undefined || outcome.isError) continue;
      const model = this.#moments.get(since)?.copy();
      model?.perform(operation, occasion);
      for (const use of model?.uses ?? []) counts.set(keyOf(use), (counts.get(keyOf(use)) ?? 0) + 1);
    }
    return counts;
  }

  /** A change that took effect: it has exactly the events and the outcome that the model gives it there. */
  #play(events: readonly CatalogEvent[]): void {
    const [{ by = '' } = {}] = events;
    const begun = this.#operations.find(({ occasion }) => occasion.by === by);
    if (begun === undefined) {
      this.problems.push(`Nobody has made the change of event ${events[0]?.sequence}.`);
      return;
    }
    if (this.#committed.has(begun)) this.problems.push(`${by} has taken effect twice, or in parts.`);
    const overtaken = [...this.#committed].find(
      ({ who, occasion }) => who === begun.who && occasion.time > begun.occasion.time,
    );
    if (overtaken !== undefined) this.problems.push(`${by} was overtaken in its own catalogue.`);
    this.#committed.add(begun);
    const model = this.end.copy();
    const before = model.events.length;
    const { text } = model.perform(begun.operation, begun.occasion);
    this.#expect(toText(events), toText(model.events.slice(before)), `the events of ${by}`);
    const last = before + events.length;
    this.#moments.set(last, model);
    const failure = storeFailure(begun);
    if (failure !== undefined) {
      if (failure.context.isOutcomeUnknown !== true)
        this.problems.push(`${by} has failed, and taken effect.`);
      return;
    }
    this.#expect(begun.outcome?.text, text, `the outcome of ${by}`);
    if (begun.until < last) this.problems.push(`${by} has ended before its catalogue knew of it.`);
    if (begun.since >= last) this.problems.push(`${by} was known before it began.`);
  }

  /** What changed nothing has the outcome that the model gives it at some moment while it was under way. */
  #fitIn(begun: BegunOperation): void {
    const { operation, occasion, since, until, outcome } = begun;
    if (storeFailure(begun) !== undefined) return;
    if (!this.#moments.has(since)) this.problems.push(`${occasion.by} has begun in the middle of a change.`);
    const moments = [...this.#moments].filter(([sequence]) => since <= sequence && sequence <= until);
    const fits = moments.some(([sequence, moment]) => {
      const model = moment.copy();
      const { text } = model.perform(operation, occasion);
      return text === outcome?.text && model.events.length === sequence;
    });
    const what = isChange(operation) ? 'changes nothing' : 'is answered';
    const where = `from ${since} to ${until}`;
    if (!fits) this.problems.push(`${occasion.by} ${what} as at no moment ${where}: ${outcome?.text}`);
  }

  #expect(actual: string | undefined, expected: string, what: string): void {
    if (actual !== expected) this.problems.push(`${what}: ${actual} instead of ${expected}`);
  }
}

/** What a use is counted by. */
export function keyOf({ name, version, consumer }: DeprecatedUse): string {
  return toText([name, version, consumer]);
}

function groupByChange(events: readonly CatalogEvent[]): readonly CatalogEvent[][] {
  const groups: CatalogEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group?.[0]?.by === event.by) group?.push(event);
    else groups.push([event]);
  }
  return groups;
}

function storeFailure({ outcome }: BegunOperation): ToolcribError | undefined {
  const error = outcome?.error;
  return error instanceof ToolcribError && error.code === 'E_STORE_FAILED' ? error : undefined;
}
