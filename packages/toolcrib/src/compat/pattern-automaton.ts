import { compilePattern } from '../core/pattern/compile-pattern.ts';
import { type PatternNode, parsePattern } from '../core/pattern/parse-pattern.ts';
import { PatternRefusal } from '../core/pattern/pattern-refusal.ts';
import { findEdges } from './pattern-alphabet.ts';

/** Something that a pattern does next: read one of certain characters, go several ways, or check where it is. */
type Step =
  | { readonly kind: 'read'; readonly atom: string; readonly next: number }
  | { readonly kind: 'fork'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'done' };

/** A pattern that is matched character by character, with no way back. */
export interface PatternAutomaton {
  readonly steps: readonly Step[];
  readonly first: number;
  /** Edges between characters that it does not tell apart. */
  readonly edges: readonly number[];
  /** Whether it reads code points; otherwise UTF-16 units. */
  readonly isUnicode: boolean;
}

const MAX_STEPS = 1_500;

/**
 * The automaton of a pattern of a checked schema; undefined if it uses what an automaton cannot say (lookarounds, `\b`), or
 * would be too large.
 */
export function buildPatternAutomaton(source: string): PatternAutomaton | undefined {
  const expression = compilePattern(source);
  if (expression === undefined) return undefined;
  try {
    return new AutomatonBuilder(expression.unicode).build(parsePattern(source, expression.unicode));
  } catch (error) {
    if (error instanceof PatternRefusal) return undefined;
    throw error;
  }
}

class AutomatonBuilder {
  readonly #steps: Step[] = [{ kind: 'done' }];
  readonly #edges = new Set<number>();
  readonly #isUnicode: boolean;

  constructor(isUnicode: boolean) {
    this.#isUnicode = isUnicode;
  }

  build(node: PatternNode): PatternAutomaton {
    const first = this.#build(node, 0);
    return { steps: this.#steps, first, edges: [...this.#edges], isUnicode: this.#isUnicode };
  }

  /** Builds backwards: `next` is the step that follows. */
  #build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'atom':
        this.#addEdges(node.source);
        return this.#add({ kind: 'read', atom: node.source, next });
      case 'edge':
        if (node.source === '^') return this.#add({ kind: 'start', next });
        if (node.source === '$') return this.#add({ kind: 'end', next });
        throw new PatternRefusal('looks around');
      case 'sequence':
        return node.items.reduceRight((following, item) => this.#build(item, following), next);
      case 'choice':
        return this.#add({ kind: 'fork', next: node.options.map((option) => this.#build(option, next)) });
      case 'repeat':
        return this.#buildRepeat(node, next);
      case 'look':
        throw new PatternRefusal('looks around');
    }
  }

  #buildRepeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>, next: number): number {
    if (min > MAX_STEPS || (max !== Number.POSITIVE_INFINITY && max > MAX_STEPS)) {
      throw new PatternRefusal('repeats often');
    }
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways = [next];
      entry = this.#add({ kind: 'fork', next: ways });
      ways.push(this.#build(body, entry));
    }
    const optional = max === Number.POSITIVE_INFINITY ? 0 : max - min;
    for (let round = 0; round < optional; round++) {
      entry = this.#add({ kind: 'fork', next: [next, this.#build(body, entry)] });
    }
    for (let round = 0; round < min; round++) entry = this.#build(body, entry);
    return entry;
  }

  #addEdges(atom: string): void {
    const edges = findEdges(atom);
    if (edges === undefined) throw new PatternRefusal('needs a table of Unicode');
    for (const edge of edges) {
      // Units of a pair are read one by one then, and must not be told apart.
      const isHalf = edge > 0xd800 && edge <= 0xdfff;
      if (!this.#isUnicode && (isHalf || edge > 0xffff))
        throw new PatternRefusal('reads halves of characters');
      this.#edges.add(edge);
    }
  }

  #add(step: Step): number {
    if (this.#steps.length >= MAX_STEPS) throw new PatternRefusal('is too large');
    this.#steps.push(step);
    return this.#steps.length - 1;
  }
}
