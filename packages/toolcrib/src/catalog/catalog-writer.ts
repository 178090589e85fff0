import type { LintRule } from '../lint/lint-rule.ts';
import type { CatalogProgress } from './catalog-store.ts';
import type { CatalogSync } from './catalog-sync.ts';
import { type ChangeMark, ChangePlan } from './change-plan.ts';
import type { CheckedAnswers } from './checks/spec-answers.ts';
import type { SpecCheckOptions } from './checks/spec-checks.ts';
import { doAtOnce, doWithPauses, type Pieces } from './pieces.ts';
import { toTime } from './read-catalog-options.ts';
import type { Replica } from './replica.ts';

/** What a large change needs beside how it is planned. */
export interface LargeChangeOptions {
  /** Called in the transaction; what it throws ends the change. */
  readonly assertCurrent: () => void;
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
}

/** What everything that changes a catalogue stands on. */
export class CatalogWriter {
  readonly sync: CatalogSync;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** What texts for models are linted with, beside the rules that lint has. */
  readonly rules: readonly LintRule[];
  /** What lint and compatibility say; in a change, and in a read by `read`, found outside of it. */
  readonly answers: CheckedAnswers;

  constructor({ sync, now, rules, answers }: Pick<CatalogWriter, 'sync' | 'now' | 'rules' | 'answers'>) {
    this.sync = sync;
    this.now = now;
    this.rules = rules;
    this.answers = answers;
  }

  /** The time as ISO 8601 in UTC. */
  time(): string {
    return toTime(this.now());
  }

  get replica(): Replica {
    return this.sync.replica;
  }

  /** Makes a change, and answers what `decide` has answered. What that throws ends the change. */
  async change<Value>(
    mark: ChangeMark,
    decide: (plan: ChangePlan) => Value,
    onProgress?: (progress: CatalogProgress) => void,
  ): Promise<Value> {
    return await this.answers.settle({ by: mark.by }, async (enter) => {
      const decided: Value[] = [];
      await this.sync.change({
        decide: () => {
          const plan = new ChangePlan(this.replica, mark);
          decided.push(enter(() => decide(plan)));
          return plan.toChangeSet();
        },
        onProgress,
      });
      // A change that has succeeded was decided.
      return decided.at(-1) as Value;
    });
  }

  /**
   * Makes a change that may be large, and asks nothing of lint or compatibility. It is planned with pauses and outside of the
   * transaction, and again inside of it, at once, if something has happened meanwhile.
   */
  async changeInPieces(
    mark: ChangeMark,
    decide: (plan: ChangePlan) => Pieces<void>,
    { assertCurrent, onProgress }: LargeChangeOptions,
  ): Promise<void> {
    const { replica } = this;
    const { sequence } = replica;
    const planned = new ChangePlan(replica, mark);
    const planning = doWithPauses(decide(planned), this.answers.pause);
    if (planning instanceof Promise) await planning;
    await this.sync.change({
      decide: () => {
        assertCurrent();
        if (replica.sequence === sequence) return planned.toChangeSet();
        const plan = new ChangePlan(replica, mark);
        doAtOnce(decide(plan));
        return plan.toChangeSet();
      },
      onProgress,
      isLarge: true,
    });
  }

  /** Reads something that lint or compatibility take part in. */
  async read<Value>(read: () => Value, options: SpecCheckOptions): Promise<Value> {
    return await this.answers.settle(options, async (enter) => enter(read));
  }
}
