import type { PatternNode } from './parse-pattern.ts';
import type { PatternBudget } from './pattern-budget.ts';
import { PatternRefusal, TOO_COMPLEX } from './pattern-refusal.ts';
import { unrollRepeat } from './unroll-repeat.ts';
import { weighAtom } from './weigh-atom.ts';

/** A state that reads one of `symbols`, or a fork that reads nothing if `symbols` is absent. */
export interface State {
  readonly id: number;
  readonly symbols: bigint | undefined;
  readonly next: readonly State[];
  /** Number of the outermost loop around the state, 0 if there is none. */
  readonly loop: number;
}

/** What the states were built from, unrolled, in the order of reading. */
export type Part =
  /** Reads a character; `weight` is how many steps a look at one takes. */
  | { readonly kind: 'symbol'; readonly weight: number }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly fork: State; readonly parts: readonly Part[] }
  /** The outermost of nested loops, once or more; inner loops are no parts of their own. */
  | { readonly kind: 'loop'; readonly loop: number; readonly body: Part }
  | { readonly kind: 'look'; readonly body: Part; readonly isBehind: boolean };

export interface Automaton {
  readonly states: readonly State[];
  readonly root: Part;
}

interface Piece {
  readonly entry: State;
  readonly part: Part;
}

const MAX_STATES = 1_000;
/** Unrolled repetitions can have far more nodes than states, if they read nothing. */
const MAX_NODES = 10_000;

/**
 * An automaton whose runs include every path of a backtracking engine. Edges always hold, and the body of a
 * lookaround is a side branch that leads nowhere.
 *
 * @throws PatternRefusal if the automaton would be too large or would miss paths.
 */
export function buildAutomaton(node: PatternNode, flags: string, budget: PatternBudget): Automaton {
  const builder = new AutomatonBuilder(flags, budget);
  const { part } = builder.build(node, builder.addDeadEnd());
  return { states: builder.states, root: part };
}

class AutomatonBuilder {
  readonly states: State[] = [];
  readonly #flags: string;
  readonly #budget: PatternBudget;
  #loop = 0;
  #loopCount = 0;
  #nodeCount = 0;
  #isBehind = false;

  constructor(flags: string, budget: PatternBudget) {
    this.#flags = flags;
    this.#budget = budget;
  }

  addDeadEnd(): State {
    return this.#add([], 0n);
  }

  /** Builds backwards: `next` is the state that follows. */
  build(node: PatternNode, next: State): Piece {
    this.#budget.spend(1);
    if (++this.#nodeCount > MAX_NODES) throw new PatternRefusal(TOO_COMPLEX);
    switch (node.kind) {
      case 'atom':
        return {
          entry: this.#add([next], this.#budget.symbolsOf(node.source, this.#flags)),
          part: { kind: 'symbol', weight: weighAtom(node.source) },
        };
      case 'edge':
        return { entry: next, part: { kind: 'sequence', parts: [] } };
      case 'sequence':
        return this.#buildSequence(node.items, next);
      case 'choice': {
        const pieces = node.options.map((option) => this.build(option, next));
        const fork = this.#add(pieces.map((piece) => piece.entry));
        return { entry: fork, part: { kind: 'choice', fork, parts: pieces.map((piece) => piece.part) } };
      }
      case 'repeat': {
        const unrolled = unrollRepeat(node);
        return unrolled.kind === 'repeat' ? this.#buildLoop(unrolled.body, next) : this.build(unrolled, next);
      }
      case 'look':
        return this.#buildLook(node.body, node.isBehind, next);
    }
  }

  #buildSequence(items: readonly PatternNode[], next: State): Piece {
    let entry = next;
    const parts: Part[] = [];
    // Looking behind reads backwards, so there the first item is the last.
    for (const item of this.#isBehind ? items : items.toReversed()) {
      const piece = this.build(item, entry);
      entry = piece.entry;
      parts.unshift(piece.part);
    }
    return { entry, part: { kind: 'sequence', parts } };
  }

  #buildLoop(body: PatternNode, next: State): Piece {
    if (this.#isBehind) throw new PatternRefusal('looks behind over a long or unlimited length');
    const outer = this.#loop;
    if (outer === 0) this.#loop = ++this.#loopCount;
    const loop = this.#loop;
    const branches = [next];
    const { entry, part } = this.build(body, this.#add(branches));
    branches.push(entry);
    this.#loop = outer;
    return { entry, part: outer === 0 ? { kind: 'loop', loop, body: part } : part };
  }

  #buildLook(body: PatternNode, isBehind: boolean, next: State): Piece {
    if (this.#isBehind) throw new PatternRefusal('has a lookaround inside of a lookbehind');
    const outer = this.#loop;
    this.#loop = 0;
    this.#isBehind = isBehind;
    const { entry, part } = this.build(body, this.addDeadEnd());
    this.#loop = outer;
    this.#isBehind = false;
    return { entry: this.#add([entry, next]), part: { kind: 'look', body: part, isBehind } };
  }

  #add(next: readonly State[], symbols?: bigint): State {
    if (this.states.length === MAX_STATES) throw new PatternRefusal(TOO_COMPLEX);
    const state = { id: this.states.length, symbols, next, loop: this.#loop };
    this.states.push(state);
    return state;
  }
}
