import type { ValidationIssue } from '../issue.ts';
import type { JsonValue } from '../json.ts';
import type { JsonSchemaDocument } from './document.ts';
import { Report } from './rules/report.ts';
import type { Rule } from './rules/rule.ts';
import { createRun, MAX_STEPS, TooComplexError } from './rules/run.ts';
import { SchemaCompiler } from './rules/schema-compiler.ts';

/** Lists what is wrong with a JSON value; the list is empty if nothing is. Never changes the value. */
export type JsonSchemaCheck = (value: JsonValue) => readonly ValidationIssue[];

const noIssues: readonly ValidationIssue[] = Object.freeze([]);
const tooComplex: readonly ValidationIssue[] = Object.freeze([
  Object.freeze({
    path: Object.freeze([]),
    message: `is too complex to be checked: that takes more than ${MAX_STEPS} steps`,
  }),
]);

const INCOMPLETE = 'contains a text that is too long to be checked against a pattern';
/** A test that fails without a finding would be a bug, but must not let the value pass. */
const UNEXPLAINED = 'does not match its schema';

/**
 * Compiles a document into functions, without `eval`. The check lists every failing field, up to 100;
 * a value on which it would take too long has one issue that says so.
 *
 * @example
 * ```ts
 * const check = compileJsonSchema(readJsonSchema({ type: 'object', required: ['city'] }));
 * check({}); // [{ path: ['city'], message: 'is required' }]
 * ```
 */
export function compileJsonSchema(document: JsonSchemaDocument): JsonSchemaCheck {
  const rule = new SchemaCompiler(document).compile(document.root);
  return (value) => {
    try {
      const run = createRun();
      return rule.test(value, run, 0) && !run.isIncomplete ? noIssues : explain(rule, value);
    } catch (error) {
      if (error instanceof TooComplexError) return tooComplex;
      throw error;
    }
  };
}

/** With half of the steps, so that a value that is refused costs little more than one that is not. */
function explain(rule: Rule, value: JsonValue): readonly ValidationIssue[] {
  const report = new Report(createRun(MAX_STEPS / 2));
  rule.explain(value, report, 0);
  if (report.findings.length === 0) report.add(report.run.isIncomplete ? INCOMPLETE : UNEXPLAINED);
  return report.findings.map(({ path, message }) => ({ path, message }));
}
