import type { JsonValue } from '../core/json.ts';
import type { JsonSchemaDocument } from '../core/json-schema/document.ts';
import { explainDifference } from './explain-difference.ts';
import { findRejectedInstance } from './find-rejected-instance.ts';
import { type FormulaOptions, Formulas } from './formula.ts';
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
  options: FormulaOptions = {},
): readonly CompatibilityFinding[] {
  const formulas = new Formulas(before, after, options);
  // What a dynamic reference means depends on how it was reached, so no part can be looked at by itself.
  if (before.references.scopes.size + after.references.scopes.size > 0) return compareBySamples(formulas);
  if (formulas.isSame) return [];
  const solver = new Solver(formulas);
  const answer = solver.ask(formulas.difference, MAX_STEPS);
  if (answer.kind === 'empty') return listDoubts(solver, [formulas.difference[0]]);
  const findings = explainDifference(solver, answer);
  if (findings.some(({ verdict }) => verdict === 'breaking')) return findings;
  const witness = findRejectedInstance(solver);
  return witness === undefined ? findings : [refusal(witness), ...findings];
}

function refusal(witness: JsonValue): CompatibilityFinding {
  const message = 'The new schema refuses a value that the old one accepts.';
  return { verdict: 'breaking', rule: 'schema-narrowed', pointer: '', message, witness };
}

function compareBySamples(formulas: Formulas): readonly CompatibilityFinding[] {
  const witness = new Samples(formulas).find(formulas.difference, MAX_STEPS);
  const place = {
    pointer: '',
    message: 'The schema refers dynamically, which can be compared by examples only.',
  };
  if (witness === undefined) return [{ verdict: 'unknown', rule: 'keyword-beyond', ...place }];
  return [refusal(witness)];
}
