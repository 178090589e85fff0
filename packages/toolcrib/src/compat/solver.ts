import type { JsonValue } from '../core/json.ts';
import { getTypeMask, typeMasks } from '../core/json-schema/type-name.ts';
import { type Answer, type Candidates, EMPTY, TOO_COMPLEX, UNKNOWN } from './answer.ts';
import { Branch } from './branch.ts';
import { BudgetSpentError } from './budget.ts';
import type { Formula, Formulas } from './formula.ts';
import type { ValueType } from './meaning.ts';
import { settleArray } from './settle-array.ts';
import { settleNumber } from './settle-number.ts';
import { settleObject } from './settle-object.ts';
import { settleString } from './settle-string.ts';

const valueTypes: readonly ValueType[] = ['object', 'string', 'number', 'boolean', 'null', 'array'];
/** How many values an answer has at most; several, because others may be asked to differ. */
const MAX_VALUES = 6;

/**
 * Finds out whether claims about one value can all be true. For each type, the claims are taken apart into branches of
 * constraints; each branch is settled by what is known about that type.
 *
 * Recursive schemas lead back to claims that are being looked at. There is no need to look again: of all values that
 * satisfy the claims, one that nests least deeply does not contain another. So they count as `empty` in the meantime, and
 * what follows from that is forgotten unless it stays so.
 */
export class Solver {
  readonly formulas: Formulas;
  readonly #known = new Map<string, Answer>();
  /** Claims that are being looked at, with their place in the chain. */
  readonly #open = new Map<string, number>();
  /** The outermost place in the chain that the current answer depends on. */
  #dependsOn = Number.POSITIVE_INFINITY;

  constructor(formulas: Formulas) {
    this.formulas = formulas;
  }

  /** {@link solve} with a new budget, from outside; what it finds out is remembered for other questions. */
  ask(claims: readonly Formula[], steps: number): Answer {
    this.formulas.budget.refill(steps);
    try {
      return this.solve(claims);
    } catch (error) {
      if (!(error instanceof BudgetSpentError)) throw error;
      this.#open.clear();
      this.#dependsOn = Number.POSITIVE_INFINITY;
      return TOO_COMPLEX;
    }
  }

  /** @throws BudgetSpentError */
  solve(claims: readonly Formula[]): Answer {
    const unique = [...new Map(claims.map((claim) => [claim.key, claim])).values()].sort(
      (a, b) => a.key - b.key,
    );
    const key = unique.map((claim) => claim.key).join();
    this.formulas.budget.spend(1);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.#open.get(key);
    if (place !== undefined) {
      this.#dependsOn = Math.min(this.#dependsOn, place);
      return EMPTY;
    }
    return this.#solveNew(unique, key);
  }

  /** The first of some values that satisfy claims, at most as many as an answer has. */
  #check(claims: readonly Formula[], { values, isComplete }: Candidates): Answer {
    const found: JsonValue[] = [];
    let isAllRefused = true;
    for (const value of values) {
      const isTrue = this.formulas.areTrue(claims, value);
      if (isTrue) found.push(value);
      if (isTrue === undefined) isAllRefused = false;
      if (found.length === MAX_VALUES) break;
    }
    const [first, ...others] = found;
    if (first !== undefined) return { kind: 'found', values: [first, ...others] };
    return isComplete && isAllRefused ? EMPTY : UNKNOWN;
  }

  #solveNew(claims: readonly Formula[], key: string): Answer {
    const outer = this.#dependsOn;
    const place = this.#open.size;
    this.#open.set(key, place);
    this.#dependsOn = Number.POSITIVE_INFINITY;
    const answer = this.#solveTypes(claims);
    this.#open.delete(key);
    const isProvisional = answer.kind === 'empty' && this.#dependsOn < place;
    if (!isProvisional) this.#known.set(key, answer);
    this.#dependsOn = isProvisional ? Math.min(outer, this.#dependsOn) : outer;
    return answer;
  }

  #solveTypes(claims: readonly Formula[]): Answer {
    let answer: Answer = EMPTY;
    for (const type of valueTypes) {
      const next = this.#solveType(type, claims);
      if (next.kind === 'found') return next;
      if (next.kind === 'unknown') answer = next;
    }
    return answer;
  }

  #solveType(type: ValueType, claims: readonly Formula[]): Answer {
    if (type === 'null') return this.#check(claims, { values: [null], isComplete: true });
    if (type === 'boolean') return this.#check(claims, { values: [true, false], isComplete: true });
    const branch = new Branch(type, this.formulas).addAll(claims);
    return branch.isClosed ? EMPTY : this.#explore(branch, claims);
  }

  #explore(branch: Branch, claims: readonly Formula[]): Answer {
    const values = listGivenValues(branch);
    if (values !== undefined) return this.#check(claims, { values, isComplete: true });
    const options = branch.takeChoice();
    if (options === undefined) return this.#check(claims, this.#settle(branch));
    let answer: Answer = EMPTY;
    for (const option of options) {
      const next = this.#explore(option, claims);
      if (next.kind === 'found') return next;
      if (next.kind === 'unknown') answer = next;
    }
    return answer;
  }

  #settle({ type, literals }: Branch): Candidates {
    switch (type) {
      case 'number':
        return settleNumber(literals, this.formulas.budget);
      case 'string':
        return settleString(literals, this.formulas.budget);
      case 'array':
        return settleArray(literals, this);
      default:
        return settleObject(literals, this);
    }
  }
}

/** The values that a branch lists, so that no other is possible; undefined if it lists none. */
function listGivenValues({ type, literals }: Branch): readonly JsonValue[] | undefined {
  for (const { meaning, holds } of literals) {
    if (meaning.kind !== 'values' || !holds) continue;
    return meaning.values.filter((value) => (getTypeMask(value) & typeMasks[type]) !== 0);
  }
  return undefined;
}
