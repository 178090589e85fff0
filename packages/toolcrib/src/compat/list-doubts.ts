import type { SchemaNode } from '../core/json-schema/document.ts';
import type { Formula, Formulas } from './formula.ts';
import { listLoosePatterns } from './list-loose-patterns.ts';
import type { CompatibilityFinding } from './schema-comparison.ts';
import type { Solver } from './solver.ts';

/** Steps for the question whether the old schema accepts anything. */
const MAX_STEPS = 20_000;

/**
 * What speaks against calling two documents compatible although that was shown: it follows from something that is hardly
 * meant, so a person had better look. `old` is what the old values were said to be.
 */
export function listDoubts(solver: Solver, old: readonly Formula[]): readonly CompatibilityFinding[] {
  const { formulas } = solver;
  if (isPlainRefusal(formulas.difference[0].schema) || isOnlyRelaxed(formulas)) return [];
  if (solver.ask(old, MAX_STEPS).kind !== 'empty') return listLoosePatterns(formulas);
  const message = 'The old schema accepts no value, so that nothing shows what was meant.';
  return [{ verdict: 'unknown', rule: 'nothing-accepted', pointer: '', message }];
}

/** Whether each constraint of the new schema is one of the old schema: nothing was put in place of anything. */
function isOnlyRelaxed(formulas: Formulas): boolean {
  const [old, next] = formulas.difference.map(({ side, schema }) => {
    const atoms = typeof schema === 'boolean' ? [{ schema }] : formulas.split(side, schema);
    return atoms.map((atom) => formulas.claim(side, atom.schema, true).key);
  });
  const known = new Set(old);
  return next?.every((key) => known.has(key)) ?? false;
}

/** Whether a schema says by itself that it accepts nothing. */
function isPlainRefusal(schema: SchemaNode): boolean {
  if (typeof schema === 'boolean') return !schema;
  const { not, enum: values } = schema;
  if (Array.isArray(values) && values.length === 0) return true;
  return not === true || (typeof not === 'object' && not !== null && Object.keys(not).length === 0);
}
