import { PatternRefusal } from './pattern-refusal.ts';
import { toSymbolSet } from './to-symbol-set.ts';
import { countProperties } from './weigh-atom.ts';

/** Ends the analysis of the patterns of a document; not the fault of the pattern that was analysed last. */
export class PatternBudgetSpent extends PatternRefusal {}

/** Steps for one pattern, before anything of it is looked at. */
const STEPS_OF_PATTERN = 200;
/** Steps for what one kind of character class reads. */
const STEPS_OF_CLASS = 200;
/** Steps for a class of Unicode: engines compile each into hundreds of ranges. */
const STEPS_OF_PROPERTY = 4_000;

/** How much work the patterns of one document may be, analysed together; and what is known of their classes. */
export class PatternBudget {
  readonly #symbols = new Map<string, bigint>();
  readonly #steps: number;
  #left: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** How many steps have been spent. */
  get spent(): number {
    return this.#steps - this.#left;
  }

  /** @throws PatternBudgetSpent if no step is left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PatternBudgetSpent();
  }

  /** Accounts for reading a pattern, and for compiling it when it is used. */
  spendOnSource(source: string): void {
    this.spend(STEPS_OF_PATTERN + source.length + countProperties(source) * STEPS_OF_PROPERTY);
  }

  /** The symbols that an atom reads; found out once. */
  symbolsOf(atom: string, flags: string): bigint {
    const key = flags + atom;
    const known = this.#symbols.get(key);
    if (known !== undefined) return known;
    this.spend(STEPS_OF_CLASS);
    const symbols = toSymbolSet(atom, flags);
    this.#symbols.set(key, symbols);
    return symbols;
  }
}
