import { compareSpecs } from '../../compat/compare-specs.ts';
import type { ComparableSpec, SpecComparison } from '../../compat/spec-comparison.ts';
import { ToolcribError } from '../../core/errors.ts';
import { type LintFinding, lintSpec } from '../../lint/index.ts';
import type { LintableSpec } from '../../lint/lint-rule.ts';
import type { LintOptions } from '../../lint/lint-spec.ts';
import type { Pause } from '../pieces.ts';
import type { SpecCheck, SpecCheckAnswer, SpecCheckOptions, SpecChecks } from './spec-checks.ts';

/** How often a catalogue may change in a way that matters while questions about it are answered. */
const MAX_ROUNDS = 10;

/** What lint and compatibility say of definitions. */
export interface SpecAnswers {
  lint(spec: LintableSpec, options: LintOptions): readonly LintFinding[];
  compare(before: ComparableSpec, after: ComparableSpec): SpecComparison;
}

/** Stand in for what is not known yet; nothing that was decided with them is kept. */
const NO_FINDINGS: readonly LintFinding[] = Object.freeze([]);
const SAME = Object.freeze({ verdict: 'compatible', findings: Object.freeze([]) } as const);
const UNCHANGED: SpecComparison = Object.freeze({
  verdict: 'compatible',
  declaredVerdict: 'compatible',
  input: SAME,
  output: SAME,
  isAddition: false,
  behavioural: Object.freeze([]),
});

/** Ends a run whose questions have no answers yet. Never leaves `settle`. */
class AnswersMissing extends Error {}

/**
 * Answers by {@link SpecChecks}, if a catalogue has some. Whatever needs answers runs again until it has them: first it
 * asks, and nothing of it is kept; then the answers are found, outside of any transaction; then it runs with them. An
 * answer is one about exactly these definitions, so that what has changed meanwhile is asked about again.
 */
export class CheckedAnswers implements SpecAnswers {
  readonly #checks: SpecChecks | undefined;
  /** Of what is running now. */
  #round: Round | undefined;

  constructor(checks: SpecChecks | undefined) {
    this.#checks = checks;
  }

  lint(spec: LintableSpec, options: LintOptions): readonly LintFinding[] {
    // Rules of a host are functions, which only this process has.
    const round = (options.rules ?? []).length === 0 ? this.#round : undefined;
    return round?.lint(spec, options) ?? lintSpec(spec, options);
  }

  compare(before: ComparableSpec, after: ComparableSpec): SpecComparison {
    return this.#round?.compare(before, after) ?? compareSpecs(before, after);
  }

  /** Lets others have their turn; undefined if there is nobody to wait for. */
  get pause(): Pause | undefined {
    const checks = this.#checks;
    return checks?.pause === undefined ? undefined : async () => checks.pause?.();
  }

  /**
   * Runs something that asks for answers while `enter` runs, until it has all of them.
   *
   * @throws ToolcribError `E_PLAN_STALE` if the catalogue changes all the time.
   */
  async settle<Value>(
    options: SpecCheckOptions,
    run: (enter: <Inner>(work: () => Inner) => Inner) => Promise<Value>,
  ): Promise<Value> {
    const checks = this.#checks;
    if (checks === undefined) return await run((work) => work());
    const round = new Round();
    for (let count = 0; count < MAX_ROUNDS; count++) {
      try {
        return await run((work) => this.#enter(round, work));
      } catch (error) {
        if (!(error instanceof AnswersMissing)) throw error;
        await round.answer(checks, { ...options, request: round });
      }
    }
    throw new ToolcribError(
      'E_PLAN_STALE',
      'The catalogue has changed again and again while definitions were checked. Try again.',
    );
  }

  #enter<Inner>(round: Round, work: () => Inner): Inner {
    this.#round = round;
    try {
      return work();
    } finally {
      this.#round = undefined;
      // Also if it has failed: what it failed for may come of what is not known yet.
      round.assertComplete();
    }
  }
}

/** The questions of one change or read, and what is known of them. */
class Round {
  readonly #texts = new WeakMap<object, string>();
  readonly #known = new Map<string, SpecCheckAnswer>();
  /** The last answer about a text, with the names that matter in it. */
  readonly #latest = new Map<string, Extract<SpecCheckAnswer, { kind: 'lint' }>>();
  #missing = new Map<string, SpecCheck>();

  lint(spec: LintableSpec, { isToolName = () => false }: LintOptions): readonly LintFinding[] {
    const text = this.#textOf(spec);
    let known = this.#latest.get(text);
    for (let count = 0; count < MAX_ROUNDS; count++) {
      const toolNames = known?.askedNames.filter((name) => isToolName(name)) ?? [];
      const key = keyOf(text, toolNames);
      const answer = this.#known.get(key);
      if (answer?.kind !== 'lint') {
        this.#missing.set(key, { kind: 'lint', spec, toolNames });
        return NO_FINDINGS;
      }
      // It is right if every name that it has asked for is as it was told.
      if (answer === known) return answer.findings;
      known = answer;
    }
    throw new Error('A rule of lint asks for other names each time.');
  }

  compare(before: ComparableSpec, after: ComparableSpec): SpecComparison {
    const key = `${this.#textOf(before)}\n${this.#textOf(after)}`;
    const answer = this.#known.get(key);
    if (answer?.kind === 'compare') return answer.comparison;
    this.#missing.set(key, { kind: 'compare', before, after });
    return UNCHANGED;
  }

  /** @throws AnswersMissing */
  assertComplete(): void {
    if (this.#missing.size > 0) throw new AnswersMissing();
  }

  async answer(checks: SpecChecks, options: SpecCheckOptions): Promise<void> {
    const missing = [...this.#missing];
    this.#missing = new Map();
    const answers = await checks.run(
      missing.map(([, check]) => check),
      options,
    );
    for (const [index, [key, check]] of missing.entries()) {
      const answer = answers[index];
      if (answer?.kind !== check.kind) throw new Error('A question about definitions has no answer.');
      this.#known.set(key, answer);
      if (check.kind === 'lint' && answer.kind === 'lint') this.#latest.set(this.#textOf(check.spec), answer);
    }
  }

  #textOf(spec: object): string {
    const known = this.#texts.get(spec);
    if (known !== undefined) return known;
    const text = JSON.stringify(spec);
    this.#texts.set(spec, text);
    return text;
  }
}

function keyOf(text: string, toolNames: readonly string[]): string {
  return `${toolNames.join(' ')}\n${text}`;
}
