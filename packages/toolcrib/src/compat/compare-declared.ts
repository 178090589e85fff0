import type { JsonObject } from '../core/json.ts';
import type { JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';
import { closeObjects } from './close-objects.ts';
import { type FormulaOptions, Formulas } from './formula.ts';
import { listDoubts } from './list-doubts.ts';
import { readDocument } from './read-document.ts';
import { Samples } from './samples.ts';
import type { Compatibility } from './schema-comparison.ts';
import { Solver } from './solver.ts';
import { withinStack } from './within-stack.ts';

const MAX_STEPS = 60_000;
const MAX_STEPS_OF_SAMPLES = 10_000;

/**
 * Whether a new schema accepts every value that an old one accepts and that has only properties which the old one declares;
 * undefined if the old schema leaves no others to values anyway, so that the answer is that of `compareSchemas`.
 */
export function compareDeclared(
  before: JsonObject,
  after: JsonObject,
  options: FormulaOptions = {},
): Compatibility | undefined {
  const [old, next] = [readDocument(before).document, readDocument(after).document];
  if (old === undefined || next === undefined) return undefined;
  const closing = closeObjects(old);
  if (closing === undefined) return undefined;
  return withinStack(() => compareClosed({ old, next, closing }, options), 'unknown');
}

/** The two documents, and what the old one says once it takes no properties but those that it declares. */
interface ClosedComparison {
  readonly old: JsonSchemaDocument;
  readonly next: JsonSchemaDocument;
  readonly closing: SchemaNode;
}

function compareClosed({ old, next, closing }: ClosedComparison, options: FormulaOptions): Compatibility {
  const formulas = new Formulas(old, next, options);
  const [accepted, refused] = formulas.difference;
  // Said of the value apart from the old schema, so that it does not apply where that refers to itself.
  const declared = [accepted, formulas.claim(formulas.before, closing, true)];
  const difference = [...declared, refused];
  const isDynamic = old.references.scopes.size + next.references.scopes.size > 0;
  if (!isDynamic) {
    const solver = new Solver(formulas);
    const answer = solver.ask(difference, MAX_STEPS);
    if (answer.kind === 'empty') return listDoubts(solver, declared).length === 0 ? 'compatible' : 'unknown';
    if (answer.kind === 'found') return 'breaking';
  }
  const witness = new Samples(formulas).find(difference, MAX_STEPS_OF_SAMPLES);
  return witness === undefined ? 'unknown' : 'breaking';
}
