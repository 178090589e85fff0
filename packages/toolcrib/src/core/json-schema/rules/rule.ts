import type { JsonValue } from '../../json.ts';
import type { Dialect, SchemaNode, SchemaReferences } from '../document.ts';
import type { Evaluated } from './evaluated.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { Report } from './report.ts';
import type { Run } from './run.ts';

/** Whether a value satisfies a rule; stops at the first failure. */
export type Test<Value = JsonValue> = (value: Value, run: Run, depth: number) => boolean;

/** Reports everything in a value that breaks a rule; nothing exactly if the test passes. */
export type Explain<Value = JsonValue> = (value: Value, report: Report, depth: number) => void;

/** Notes which items or properties a rule has looked at, given that the value satisfies it. */
export type Mark<Value = JsonValue> = (value: Value, evaluated: Evaluated, depth: number) => void;

/** A compiled keyword or schema, for values of one type. */
export interface Rule<Value = JsonValue> {
  readonly test: Test<Value>;
  readonly explain: Explain<Value>;
  /** Absent if it never looks into the value. */
  readonly mark?: Mark<Value>;
}

/** What a rule needs in order to compile the schemas inside its keyword. */
export interface RuleCompiler {
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  /** A pattern of the document, ready to match. */
  compilePattern(source: string): PatternMatcher;
  /** The rule of a schema, the same one each time. */
  compile(schema: SchemaNode): Rule;
}

/** A rule that is decided by looking at the value alone, with one sentence for its failure. */
export function createSimpleRule<Value extends JsonValue>(
  test: (value: Value, run: Run) => boolean,
  describe: (value: Value) => string,
): Rule<Value> {
  return {
    test,
    explain: (value, report) => {
      if (!test(value, report.run)) report.add(describe(value));
    },
  };
}
