import type { JsonValue } from '../core/json.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import type { Answer } from './answer.ts';
import { describeRule } from './describe-rule.ts';
import type { Formula } from './formula.ts';
import type { Atom } from './meaning.ts';
import { Samples } from './samples.ts';
import type { CompatibilityFinding } from './schema-comparison.ts';
import type { Solver } from './solver.ts';

/** Steps for all questions together, and for one of them. */
const MAX_STEPS = 40_000;
const MAX_STEPS_EACH = 12_000;
/** Steps for trying samples, even if the others are spent. */
const MIN_STEPS_OF_SAMPLES = 1_000;
const MAX_FINDINGS = 50;

/** What was asked about a constraint, and what came out. */
export interface Inquiry {
  readonly atom: Atom;
  readonly pointer: string;
  /** A schema for whole values that is satisfied by all that the new schema accepts. */
  readonly question: SchemaNode;
  readonly answer: Answer;
}

/** Asks whether the old schema asks for what the new one does, and keeps the findings. */
export class Inquirer {
  /** How often something was reported, findings that were known included. */
  reports = 0;
  readonly #solver: Solver;
  readonly #findings = new Map<string, CompatibilityFinding>();
  readonly #samples: Samples;
  #steps = MAX_STEPS;

  constructor(solver: Solver) {
    this.#solver = solver;
    this.#samples = new Samples(solver.formulas);
  }

  get findings(): readonly CompatibilityFinding[] {
    return [...this.#findings.values()];
  }

  /** Whether nothing more is to be asked. */
  get isFull(): boolean {
    return this.#findings.size >= MAX_FINDINGS || this.#steps <= 0;
  }

  /** Whether the old schema accepts a value that the question does not. */
  ask(question: SchemaNode): Answer {
    const steps = Math.min(this.#steps, MAX_STEPS_EACH);
    const answer = this.#solver.ask(this.#toClaims(question), steps);
    this.#steps -= steps - Math.max(0, this.#solver.formulas.budget.left);
    return answer;
  }

  report({ atom, pointer, question, answer }: Inquiry): void {
    this.reports++;
    const { rule, says } = describeRule(atom);
    const key = `${rule} ${pointer}`;
    if (this.#findings.get(key)?.verdict === 'breaking') return;
    const witness = answer.kind === 'found' ? answer.values[0] : this.#findSample(question);
    if (witness !== undefined) {
      const message = `The new schema ${says}, and so refuses a value that the old one accepts.`;
      const told = rule === 'keyword-beyond' ? 'schema-narrowed' : rule;
      this.#findings.set(key, { verdict: 'breaking', rule: told, pointer, message, witness });
      return;
    }
    const isTooComplex = answer.kind === 'unknown' && answer.isTooComplex === true;
    const message = `The new schema ${says}; whether the old one did too was not found out.`;
    this.#findings.set(key, {
      verdict: 'unknown',
      rule: isTooComplex ? 'too-complex' : rule,
      pointer,
      message,
    });
  }

  #findSample(question: SchemaNode): JsonValue | undefined {
    const steps = Math.min(this.#steps + MIN_STEPS_OF_SAMPLES, MAX_STEPS_EACH);
    const sample = this.#samples.find(this.#toClaims(question), steps);
    this.#steps -= steps - Math.max(0, this.#solver.formulas.budget.left);
    return sample;
  }

  #toClaims(question: SchemaNode): readonly Formula[] {
    const { formulas } = this.#solver;
    return [formulas.difference[0], formulas.claim(formulas.after, question, false)];
  }
}
