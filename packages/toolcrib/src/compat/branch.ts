import { typeMasks } from '../core/json-schema/type-name.ts';
import type { Formula, Formulas, Side } from './formula.ts';
import { type Atom, type Meaning, typeOf, type ValueType } from './meaning.ts';

/** A constraint that a value satisfies, or does not, and which is about its type. */
export interface Literal {
  readonly meaning: Meaning;
  readonly side: Side;
  readonly holds: boolean;
}

/** Claims of which at least one list is true in all its parts. */
type Choice = readonly (readonly Formula[])[];

/**
 * Claims about one value of one type, taken apart: constraints that all hold, and choices still to be made. Claims that
 * contradict each other directly make it `isClosed`; nothing satisfies it then.
 */
export class Branch {
  readonly type: ValueType;
  readonly literals: Literal[];
  isClosed = false;
  readonly #formulas: Formulas;
  readonly #keys: Set<number>;
  readonly #choices: Choice[];

  constructor(type: ValueType, formulas: Formulas, origin?: Branch) {
    this.type = type;
    this.#formulas = formulas;
    this.literals = origin === undefined ? [] : [...origin.literals];
    this.#keys = origin === undefined ? new Set() : new Set(origin.#keys);
    this.#choices = origin === undefined ? [] : [...origin.#choices];
  }

  addAll(formulas: readonly Formula[]): this {
    for (const formula of formulas) if (!this.isClosed) this.#add(formula);
    return this;
  }

  /** What becomes of the branch with each possibility of one choice, one after the other; undefined if no choice is left. */
  takeChoice(): Iterable<Branch> | undefined {
    const costs = this.#choices.map(estimateCost);
    const index = costs.indexOf(Math.min(...costs));
    const [choice] = index === -1 ? [] : this.#choices.splice(index, 1);
    if (choice === undefined) return undefined;
    const open = this.#listOpen(choice);
    return open === undefined ? [this] : this.#fork(open);
  }

  *#fork(choice: Choice): Iterable<Branch> {
    for (const formulas of choice) {
      this.#formulas.budget.spend(1 + (this.#keys.size >> 4));
      const branch = new Branch(this.type, this.#formulas, this).addAll(formulas);
      if (!branch.isClosed) yield branch;
    }
  }

  #add(formula: Formula): void {
    const { key, schema, holds, side } = formula;
    if (this.#keys.has(key)) return;
    this.#formulas.budget.spend(1);
    if (this.#judge(formula) === false) {
      this.isClosed = true;
      return;
    }
    this.#keys.add(key);
    if (typeof schema === 'boolean') return;
    const atoms = this.#formulas.split(side, schema);
    this.#formulas.budget.spend(atoms.length);
    const claims = atoms.map((atom) => this.#formulas.claim(side, atom.schema, holds));
    // One constraint may say the same as all: it is the only one, or the others ask for nothing.
    const whole = atoms.length === 1 ? 0 : claims.findIndex((claim) => claim.key === key);
    const atom = atoms[whole];
    if (atom !== undefined) this.#addAtom(atom, formula);
    else if (holds) this.addAll(claims);
    else this.#choose(claims.map((claim) => [claim]));
  }

  #addAtom({ meaning }: Atom, { side, holds }: Formula): void {
    const type = typeOf(meaning);
    if (type !== undefined && type !== this.type) {
      this.isClosed ||= !holds;
      return;
    }
    const claim = (schema: Formula['schema'], isTrue: boolean) => this.#formulas.claim(side, schema, isTrue);
    switch (meaning.kind) {
      case 'types':
        this.#addTypes(meaning.mask, { meaning, side, holds });
        break;
      case 'all':
        if (holds) this.addAll(meaning.schemas.map((schema) => claim(schema, true)));
        else this.#choose(meaning.schemas.map((schema) => [claim(schema, false)]));
        break;
      case 'any':
        if (holds) this.#choose(meaning.schemas.map((schema) => [claim(schema, true)]));
        else this.addAll(meaning.schemas.map((schema) => claim(schema, false)));
        break;
      case 'one': {
        const { schemas } = meaning;
        this.#formulas.budget.spend(schemas.length ** 2);
        const ways = listOneOf(schemas.length, holds);
        this.#choose(ways.map((way) => way.map(([index, isTrue]) => claim(schemas[index] ?? true, isTrue))));
        break;
      }
      case 'not':
        this.#add(claim(meaning.schema, !holds));
        break;
      case 'condition': {
        const { condition, whenTrue, whenFalse } = meaning;
        this.#choose([
          [claim(condition, true), claim(whenTrue, holds)],
          [claim(condition, false), claim(whenFalse, holds)],
        ]);
        break;
      }
      case 'contains':
        this.#addContains(meaning, { meaning, side, holds });
        break;
      case 'dependent': {
        const required = claim({ required: [meaning.name] }, true);
        const absent = claim({ required: [meaning.name] }, false);
        if (holds) this.#choose([[absent], [claim(meaning.schema, true)]]);
        else this.addAll([required, claim(meaning.schema, false)]);
        break;
      }
      default:
        this.literals.push({ meaning, side, holds });
    }
  }

  /** Too few items or too many: a literal that does not hold has one end only. */
  #addContains({ schema, least, most }: Extract<Meaning, { kind: 'contains' }>, literal: Literal): void {
    const hasMost = most !== Number.POSITIVE_INFINITY;
    if (literal.holds || least === 0 || !hasMost) {
      if (least > 0 || hasMost) this.literals.push(literal);
      else this.isClosed ||= !literal.holds;
      return;
    }
    const contains = { contains: schema };
    this.#choose([
      [this.#formulas.claim(literal.side, { ...contains, minContains: least }, false)],
      [this.#formulas.claim(literal.side, { ...contains, minContains: 0, maxContains: most }, false)],
    ]);
  }

  #addTypes(mask: number, { side, holds }: Literal): void {
    const ownMask = typeMasks[this.type];
    const common = mask & ownMask;
    // Of numbers there may be the integers only.
    if (common !== 0 && common !== ownMask) {
      this.literals.push({ meaning: { kind: 'multiple', divisor: 1 }, side, holds });
    } else if ((common !== 0) !== holds) this.isClosed = true;
  }

  #choose(choice: Choice): void {
    const open = this.#listOpen(choice);
    if (open === undefined) return;
    const [first] = open;
    if (first === undefined) this.isClosed = true;
    else if (open.length === 1) this.addAll(first);
    else this.#choices.push(open);
  }

  /** The possibilities that are not known to be false; undefined if one is known to be true, so that there is no choice. */
  #listOpen(choice: Choice): Choice | undefined {
    const open: (readonly Formula[])[] = [];
    for (const formulas of choice) {
      const truths = formulas.map((formula) => this.#judge(formula));
      if (truths.every((truth) => truth === true)) return undefined;
      if (!truths.includes(false)) open.push(formulas);
    }
    return open;
  }

  /** Whether a claim is true or false for certain, without looking deeply into it. */
  #judge({ key, schema, holds, side }: Formula): boolean | undefined {
    if (this.#keys.has(key)) return true;
    if (this.#keys.has(key ^ 1)) return false;
    if (typeof schema === 'boolean') return schema === holds;
    let isValid: boolean | undefined = true;
    for (const { meaning } of this.#formulas.split(side, schema)) {
      const truth = judgeByType(meaning, this.type);
      if (truth === false) return !holds;
      if (truth === undefined) isValid = undefined;
    }
    return isValid === undefined ? undefined : holds;
  }
}

/** Whether all values of a type satisfy a constraint, or none does; undefined if it depends on the value. */
function judgeByType(meaning: Meaning, type: ValueType): boolean | undefined {
  const own = typeMasks[type];
  if (meaning.kind === 'types' || meaning.kind === 'values') {
    const common = meaning.mask & own;
    if (common === 0) return false;
    return common === own && meaning.kind === 'types' ? true : undefined;
  }
  const about = typeOf(meaning);
  return about !== undefined && about !== type ? true : undefined;
}

/** Choices between claims that something holds come first: they lead to contradictions sooner. */
function estimateCost(choice: Choice): number {
  const isPositive = choice.every((formulas) => formulas.some(({ holds }) => holds));
  return choice.length + (isPositive ? 0 : 1000);
}

/** The ways in which exactly one of so many schemas is satisfied, or in which not exactly one is. */
function listOneOf(count: number, isOne: boolean): (readonly [index: number, isTrue: boolean])[][] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  if (isOne) return indexes.map((chosen) => indexes.map((index) => [index, index === chosen] as const));
  const pairs = indexes.flatMap((left) =>
    indexes.slice(left + 1).map((right) => [[left, true] as const, [right, true] as const]),
  );
  return [indexes.map((index) => [index, false] as const), ...pairs];
}
