import { type PatternNode, parsePattern } from '../../../core/pattern/parse-pattern.ts';
import { PatternRefusal } from '../../../core/pattern/pattern-refusal.ts';

/** One step of a search. `next` and `others` are numbers of steps. */
export type SearchStep =
  /** Reads a character that an atom of the pattern matches. */
  | { readonly kind: 'atom'; readonly atom: number; readonly next: number }
  /** Reads nothing, where the place is of a certain kind: `^`, `$`, `\b` or `\B`. */
  | { readonly kind: 'edge'; readonly edge: string; readonly next: number }
  /** Goes on in several ways. */
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  | { readonly kind: 'match' };

/** A pattern as steps that can all be followed at once, so that nothing is ever tried a second time. */
export interface SearchProgram {
  readonly steps: readonly SearchStep[];
  readonly start: number;
  /** The sources of the atoms, each once. */
  readonly atoms: readonly string[];
  /** For the atoms, and for what a word is. */
  readonly flags: string;
  readonly hasWordEdges: boolean;
}

const MAX_STEPS = 1_000;

/** @throws PatternRefusal for what cannot be searched in one pass, and for what has too many steps. */
export function toSearchProgram(source: string, flags: string): SearchProgram {
  const builder = new ProgramBuilder();
  const match = builder.add({ kind: 'match' });
  const start = builder.build(parsePattern(source, flags.includes('u')), match);
  const { steps, atoms } = builder;
  const hasWordEdges = steps.some((step) => step.kind === 'edge' && step.edge.startsWith('\\'));
  return { steps, start, atoms: [...atoms.keys()], flags, hasWordEdges };
}

class ProgramBuilder {
  readonly steps: SearchStep[] = [];
  readonly atoms = new Map<string, number>();

  add(step: SearchStep): number {
    if (this.steps.length === MAX_STEPS) {
      throw new PatternRefusal(`has too many parts, or repeats them too often, for ${MAX_STEPS} steps`);
    }
    this.steps.push(step);
    return this.steps.length - 1;
  }

  /** Builds backwards: `next` is the step that follows. Gives the first step. */
  build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'atom':
        return this.add({ kind: 'atom', atom: this.#atomOf(node.source), next });
      case 'edge':
        return this.add({ kind: 'edge', edge: node.source, next });
      case 'sequence':
        return node.items.reduceRight((following, item) => this.build(item, following), next);
      case 'choice':
        return this.add({ kind: 'fork', ways: node.options.map((option) => this.build(option, next)) });
      case 'repeat':
        return this.#buildRepeat(node, next);
      case 'look':
        throw new PatternRefusal('looks ahead or behind, which a search in one pass cannot do');
    }
  }

  #buildRepeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>, next: number): number {
    let entry = max === Number.POSITIVE_INFINITY ? this.#buildLoop(body, next) : next;
    const optional = max === Number.POSITIVE_INFINITY ? 0 : max - min;
    for (let round = 0; round < optional; round++) {
      entry = this.add({ kind: 'fork', ways: [this.build(body, entry), next] });
    }
    for (let round = 0; round < min; round++) {
      const before = this.steps.length;
      entry = this.build(body, entry);
      // A body of nothing can be repeated any number of times, and no limit would end it.
      if (this.steps.length === before) break;
    }
    return entry;
  }

  #buildLoop(body: PatternNode, next: number): number {
    const ways = [next];
    const fork = this.add({ kind: 'fork', ways });
    ways.push(this.build(body, fork));
    return fork;
  }

  #atomOf(source: string): number {
    const known = this.atoms.get(source) ?? this.atoms.size;
    this.atoms.set(source, known);
    return known;
  }
}
