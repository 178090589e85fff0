import type { Formula } from './formula.ts';
import type { KeyPattern, KeyRange, ObjectFacts } from './object-facts.ts';
import type { Solver } from './solver.ts';

/** Keys that all claims treat alike, because they have no name and match the same patterns. */
export interface KeyClass {
  /** What is true of the keys themselves. */
  readonly keyClaims: readonly Formula[];
  /** What is true of the values of properties with such keys. */
  readonly valueClaims: readonly Formula[];
}

/** More patterns would make too many classes. */
const MAX_PATTERNS = 7;

/** The keys of an object, divided by what its facts say about them: those that are mentioned, and classes of others. */
export class PropertyKeys {
  /** All keys that the facts mention by name. */
  readonly mentioned: ReadonlySet<string>;
  readonly #facts: ObjectFacts;
  readonly #solver: Solver;
  readonly #patterns: readonly KeyPattern[];

  constructor(facts: ObjectFacts, solver: Solver) {
    this.#facts = facts;
    this.#solver = solver;
    const ranges = [...facts.byRange, ...facts.existing].map(({ range }) => range);
    const named = ranges.flatMap((range) => (range.kind === 'outside' ? [...range.names] : []));
    const listed = facts.names
      .flatMap((claim) => solver.formulas.listValues(claim) ?? [])
      .filter((value) => typeof value === 'string');
    const { required, forbidden, byName } = facts;
    this.mentioned = new Set([...required, ...forbidden, ...byName.keys(), ...named, ...listed]);
    const patterns = ranges.flatMap(listPatterns);
    this.#patterns = [...new Map(patterns.map((pattern) => [pattern.source, pattern])).values()];
    solver.formulas.budget.spend(1 + (this.mentioned.size >> 2));
  }

  /** The claims about the property of a name. */
  claimsFor(key: string): readonly Formula[] {
    const { byName, byRange } = this.#facts;
    // A pattern that cannot be tested makes no claim, which only makes more values possible.
    const claims = byRange
      .filter(({ range }) => this.isInRange(key, range) === true)
      .map(({ claim }) => claim);
    return [...(byName.get(key) ?? []), ...claims];
  }

  /** Whether a key is in a range; undefined if that cannot be told. */
  isInRange(key: string, range: KeyRange): boolean | undefined {
    switch (range.kind) {
      case 'any':
        return true;
      case 'matching':
        return this.#matches(key, range.pattern);
      case 'outside': {
        if (range.names.has(key)) return false;
        const matches = range.patterns.map((pattern) => this.#matches(key, pattern));
        if (matches.includes(true)) return false;
        return matches.includes(undefined) ? undefined : true;
      }
      case 'satisfying':
        return this.#solver.formulas.areTrue([range.claim], key);
    }
  }

  /** The classes of keys that are not mentioned, in a range. Some may have no key. */
  listClasses(range: KeyRange): readonly KeyClass[] {
    if (this.#patterns.length > MAX_PATTERNS) return [this.#unclearClass(range)];
    let choices: ReadonlyMap<string, boolean>[] = [new Map()];
    for (const { source } of this.#patterns) {
      choices = choices.flatMap((choice) =>
        [false, true]
          .filter((isMatching) => isPossible(source, isMatching, range))
          .map((isMatching) => new Map([...choice, [source, isMatching]])),
      );
    }
    this.#solver.formulas.budget.spend(choices.length);
    return choices.map((choice) => this.#toClass(choice, range));
  }

  /** Keys of a class, up to a number. */
  listKeys(keyClaims: readonly Formula[], count: number): readonly string[] {
    const answer = this.#solver.solve(keyClaims);
    const found = answer.kind === 'found' ? answer.values.filter((value) => typeof value === 'string') : [];
    const numbered = Array.from({ length: count }, (_, index) => [
      `k${index}`,
      `${found[0] ?? ''}${index}`,
    ]).flat();
    const fitting = numbered.filter((key) => this.#solver.formulas.areTrue(keyClaims, key));
    return [...new Set([...found, ...fitting])];
  }

  /** All keys of a range in one class, with only those claims that are about all of them. */
  #unclearClass(range: KeyRange): KeyClass {
    return this.#toClass(new Map(), range);
  }

  #toClass(choice: ReadonlyMap<string, boolean>, range: KeyRange): KeyClass {
    const { formulas } = this.#solver;
    const { names, byRange } = this.#facts;
    const side = formulas.before;
    const patterns = this.#patterns.filter(({ source }) => choice.has(source));
    const keyClaims = [
      formulas.claim(side, { type: 'string' }, true),
      formulas.claim(side, { enum: [...this.mentioned] }, false),
      ...patterns.map((pattern) =>
        formulas.claim(pattern.side, { pattern: pattern.source }, choice.get(pattern.source) === true),
      ),
      ...names,
      ...(range.kind === 'satisfying' ? [range.claim] : []),
    ];
    const valueClaims = byRange.filter((fact) => isCovered(fact.range, choice)).map(({ claim }) => claim);
    return { keyClaims, valueClaims };
  }

  #matches(key: string, { source, side }: KeyPattern): boolean | undefined {
    const { formulas } = this.#solver;
    return formulas.areTrue([formulas.claim(side, { pattern: source }, true)], key);
  }
}

function listPatterns(range: KeyRange): readonly KeyPattern[] {
  if (range.kind === 'matching') return [range.pattern];
  return range.kind === 'outside' ? range.patterns : [];
}

/** Whether keys in a range can match a pattern, or not match it. */
function isPossible(source: string, isMatching: boolean, range: KeyRange): boolean {
  if (range.kind === 'matching' && range.pattern.source === source) return isMatching;
  if (range.kind === 'outside' && range.patterns.some((pattern) => pattern.source === source))
    return !isMatching;
  return true;
}

/** Whether a claim about a range is about all keys of a class. */
function isCovered(range: KeyRange, choice: ReadonlyMap<string, boolean>): boolean {
  switch (range.kind) {
    case 'any':
      return true;
    case 'matching':
      return choice.get(range.pattern.source) === true;
    case 'outside':
      return range.patterns.every(({ source }) => choice.get(source) === false);
    case 'satisfying':
      return false;
  }
}
