import type { JsonSchemaDocument } from '../core/json-schema/document.ts';
import { Budget } from './budget.ts';
import { explainDifference } from './explain-difference.ts';
import { Formulas } from './formula.ts';
import { listDoubts } from './list-doubts.ts';
import { Samples } from './samples.ts';
import type { CompatibilityFinding } from './schema-comparison.ts';
import { Solver } from './solver.ts';

/** Steps for the question whether there is any difference. */
const MAX_STEPS = 70_000;

/** What stands against that one document accepts all that another accepts; nothing if that is shown. */
export function compareDocuments(
  before: JsonSchemaDocument,
  after: JsonSchemaDocument,
): readonly CompatibilityFinding[] {
  const formulas = new Formulas(before, after, new Budget(0));
  // What a dynamic reference means depends on how it was reached, so no part can be looked at by itself.
  if (before.references.scopes.size + after.references.scopes.size > 0) return compareBySamples(formulas);
  const solver = new Solver(formulas);
  const answer = solver.ask(formulas.difference, MAX_STEPS);
  return answer.kind === 'empty'
    ? listDoubts(solver, [formulas.difference[0]])
    : explainDifference(solver, answer);
}

function compareBySamples(formulas: Formulas): readonly CompatibilityFinding[] {
  const witness = new Samples(formulas).find(formulas.difference, MAX_STEPS);
  const place = {
    pointer: '',
    message: 'The schema refers dynamically, which can be compared by examples only.',
  };
  if (witness === undefined) return [{ verdict: 'unknown', rule: 'keyword-beyond', ...place }];
  return [
    {
      verdict: 'breaking',
      rule: 'schema-narrowed',
      pointer: '',
      message: 'The new schema refuses a value that the old one accepts.',
      witness,
    },
  ];
}
