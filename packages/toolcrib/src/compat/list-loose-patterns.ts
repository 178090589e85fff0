import { pointerTo } from '../core/json-pointer.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import { compilePattern } from '../core/pattern/compile-pattern.ts';
import { type Budget, BudgetSpentError } from './budget.ts';
import { findText } from './find-text.ts';
import type { Formulas } from './formula.ts';
import { listPointers } from './list-pointers.ts';
import type { Meaning } from './meaning.ts';
import { listOldInside, listOldMeanings } from './old-place.ts';
import type { CompatibilityFinding } from './schema-comparison.ts';

/** Steps for one pattern, and for all together. */
const MAX_STEPS_EACH = 5_000;
const MAX_STEPS = 20_000;
const MAX_STEPS_OF_SEARCH = 50_000;
const MAX_FINDINGS = 50;
/** Texts that a pattern has to match before more work is done on it. */
const probes: readonly string[] = ['', 'a', '\n', '0-é'];
/** Patterns of which everybody sees that they match every text. */
const plain = /^\^?(?:\(?(?:\.|\[\^\]|\[\\[sS]\\[sS]\]|\[\\[dD]\\[dD]\]|\[\\[wW]\\[wW]\])\*\??\)?)?\$?$/;

/**
 * Where a pattern of the new schema took the place of another and matches every text, as `[a-z]*` does: whoever wrote it
 * meant something else, most likely. Patterns that say so plainly, as `.*` does, are not told.
 */
export function listLoosePatterns(formulas: Formulas): readonly CompatibilityFinding[] {
  const { before, after } = formulas;
  const loose = findLoosePatterns(after.document.patterns.keys(), formulas.budget);
  if (loose.size === 0) return [];
  const search = new LoosePatternSearch(formulas, loose);
  formulas.budget.refill(MAX_STEPS_OF_SEARCH);
  try {
    search.look(after.document.root, [before.document.root]);
  } catch (error) {
    // What was found until then is enough to ask a person.
    if (!(error instanceof BudgetSpentError)) throw error;
  }
  const pointers = listPointers(after.document.root);
  return [...search.found].map(([schema, pattern]) => ({
    verdict: 'unknown',
    rule: 'pattern-changed',
    pointer: pointerTo(pointers.get(schema) ?? '', 'pattern'),
    message: `The new pattern matches any text${isAnchored(pattern) ? '' : ', because it is not anchored'}; whether that is meant is for a person to say.`,
  }));
}

function findLoosePatterns(patterns: Iterable<string>, budget: Budget): ReadonlySet<string> {
  const loose = new Set<string>();
  let steps = MAX_STEPS;
  for (const pattern of patterns) {
    const expression = plain.test(pattern) ? undefined : compilePattern(pattern);
    if (expression === undefined || !probes.every((probe) => expression.test(probe))) continue;
    const own = Math.min(steps, MAX_STEPS_EACH);
    budget.refill(own);
    if (matchesAll(pattern, budget)) loose.add(pattern);
    steps -= own - Math.max(0, budget.left);
  }
  return loose;
}

function matchesAll(pattern: string, budget: Budget): boolean {
  const anyLength = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  try {
    return findText({ matching: [], avoiding: [pattern], ...anyLength }, budget).kind === 'none';
  } catch (error) {
    if (error instanceof BudgetSpentError) return false;
    throw error;
  }
}

function isAnchored(pattern: string): boolean {
  return pattern.startsWith('^') && pattern.endsWith('$');
}

/** Goes through the new schema, and alongside through what the old one may say about the same places. */
class LoosePatternSearch {
  /** Schemas of the new document, with their patterns. */
  readonly found = new Map<SchemaNode, string>();
  readonly #formulas: Formulas;
  readonly #loose: ReadonlySet<string>;
  readonly #seen = new Set<SchemaNode>();

  constructor(formulas: Formulas, loose: ReadonlySet<string>) {
    this.#formulas = formulas;
    this.#loose = loose;
  }

  look(schema: SchemaNode, old: readonly SchemaNode[]): void {
    if (typeof schema === 'boolean' || this.#seen.has(schema) || this.found.size >= MAX_FINDINGS) return;
    this.#seen.add(schema);
    const meanings = listOldMeanings(old, this.#formulas);
    this.#formulas.budget.spend(1 + (meanings.length >> 3));
    const patterns = new Set(
      meanings.flatMap((meaning) => (meaning.kind === 'pattern' ? meaning.source : [])),
    );
    for (const { meaning } of this.#formulas.split(this.#formulas.after, schema)) {
      if (meaning.kind === 'pattern') {
        const isReplaced = patterns.size > 0 && !patterns.has(meaning.source);
        if (isReplaced && this.#loose.has(meaning.source)) this.found.set(schema, meaning.source);
      } else this.#lookInside(meaning, meanings, old);
    }
  }

  #lookInside(meaning: Meaning, meanings: readonly Meaning[], old: readonly SchemaNode[]): void {
    switch (meaning.kind) {
      case 'all':
      case 'any':
      case 'one':
        for (const schema of meaning.schemas) this.look(schema, old);
        break;
      case 'condition':
        this.look(meaning.whenTrue, old);
        this.look(meaning.whenFalse, old);
        break;
      case 'property':
      case 'item':
      case 'items':
      case 'matching':
      case 'additional':
        this.look(meaning.schema, listOldInside(meanings, meaning));
        break;
      default:
    }
  }
}
