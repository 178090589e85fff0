import type { Budget } from './budget.ts';
import type { Letter } from './pattern-alphabet.ts';
import type { PatternAutomaton } from './pattern-automaton.ts';

/** Where a search for a pattern stands after a text. */
export interface SearchState {
  readonly id: number;
  /** Whether the pattern was found, whatever follows. */
  readonly isFound: boolean;
  /** Whether the pattern is found if the text ends here. */
  readonly isFoundAtEnd: boolean;
  /** Steps before a character is read. */
  readonly reading: readonly number[];
}

/** A search for a pattern anywhere in a text, as `RegExp.test` does it, made deterministic on the way. */
export class PatternRun {
  readonly start: SearchState;
  readonly #automaton: PatternAutomaton;
  readonly #budget: Budget;
  readonly #states = new Map<string, SearchState>();
  readonly #moves = new Map<string, SearchState>();
  readonly #readable = new Map<string, boolean>();

  constructor(automaton: PatternAutomaton, budget: Budget) {
    this.#automaton = automaton;
    this.#budget = budget;
    this.start = this.#enter([automaton.first], true);
  }

  read(state: SearchState, symbol: Letter): SearchState {
    if (state.isFound) return state;
    const key = `${state.id}:${symbol}`;
    const known = this.#moves.get(key);
    if (known !== undefined) return known;
    let next = state;
    for (const unit of this.#automaton.isUnicode ? [symbol] : symbol.split(''))
      next = this.#readUnit(next, unit);
    this.#moves.set(key, next);
    return next;
  }

  #readUnit(state: SearchState, unit: string): SearchState {
    if (state.isFound) return state;
    const { steps, first } = this.#automaton;
    // A search begins anew at every place.
    const next = [first];
    for (const index of state.reading) {
      const step = steps[index];
      if (step?.kind === 'read' && this.#isReadable(step.atom, unit)) next.push(step.next);
    }
    return this.#enter(next, false);
  }

  #enter(entries: readonly number[], isStart: boolean): SearchState {
    const here = this.#follow(entries, { isStart, isEnd: false });
    const atEnd = this.#follow(entries, { isStart, isEnd: true });
    this.#budget.spend(1 + ((here.size + atEnd.size) >> 1));
    const reading = [...here]
      .filter((index) => this.#automaton.steps[index]?.kind === 'read')
      .sort((a, b) => a - b);
    const isFound = here.has(0);
    const isFoundAtEnd = atEnd.has(0);
    const key = isFound ? 'found' : `${isFoundAtEnd}:${reading.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = { id: this.#states.size, isFound, isFoundAtEnd, reading };
    this.#states.set(key, state);
    return state;
  }

  /** All steps that are reached without reading. */
  #follow(entries: readonly number[], { isStart, isEnd }: { isStart: boolean; isEnd: boolean }): Set<number> {
    const reached = new Set(entries);
    for (const index of reached) {
      const step = this.#automaton.steps[index];
      if (step?.kind === 'fork') for (const next of step.next) reached.add(next);
      else if ((step?.kind === 'start' && isStart) || (step?.kind === 'end' && isEnd)) reached.add(step.next);
    }
    return reached;
  }

  #isReadable(atom: string, unit: string): boolean {
    const key = `${unit}${atom}`;
    const known = this.#readable.get(key);
    if (known !== undefined) return known;
    const isReadable = new RegExp(`^(?:${atom})$`, this.#automaton.isUnicode ? 'u' : '').test(unit);
    this.#readable.set(key, isReadable);
    return isReadable;
  }
}
