import type { JsonObject, JsonValue } from '../../json.ts';
import { compileTest } from '../../pattern/compile-pattern.ts';
import type { Dialect, JsonSchemaDocument, SchemaNode, SchemaReferences } from '../document.ts';
import type { TypeName } from '../type-name.ts';
import { createArrayRules } from './array-rules.ts';
import { createCombinatorRules } from './combinator-rules.ts';
import { composeMark, composeRules, type RuleSet } from './compose-rules.ts';
import { ANYTHING, NOTHING } from './constant-rules.ts';
import { show } from './messages.ts';
import { createNumberRules } from './number-rules.ts';
import { createObjectRules } from './object-rules.ts';
import { PatternMatcher } from './pattern-matcher.ts';
import { createReferenceRules, createScopedRule } from './reference-rule.ts';
import { createSimpleRule, type Rule, type RuleCompiler } from './rule.ts';
import { createStringRules } from './string-rules.ts';
import { createUnevaluatedRules } from './unevaluated-rules.ts';
import { createValueRules } from './value-rules.ts';

/** Whether a value satisfies a `format`; undefined if that is not known. */
export type FormatJudge = (format: string, value: JsonValue) => boolean | undefined;

/** How schemas are compiled. */
interface CompilerOptions {
  /** Decides about `format`, for questions about schemas that others enforce. @default none: it is an annotation */
  readonly judgeFormat?: FormatJudge | undefined;
}

/** Compiles the schemas of one document, each once. */
export class SchemaCompiler implements RuleCompiler {
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  readonly #patterns: JsonSchemaDocument['patterns'];
  readonly #rules = new Map<JsonObject, Rule>();

  readonly #judgeFormat: FormatJudge | undefined;

  constructor(document: JsonSchemaDocument, { judgeFormat }: CompilerOptions = {}) {
    this.#judgeFormat = judgeFormat;
    this.dialect = document.dialect;
    this.references = document.references;
    this.#patterns = document.patterns;
  }

  compile(schema: SchemaNode): Rule {
    if (typeof schema === 'boolean') return schema ? ANYTHING : NOTHING;
    const known = this.#rules.get(schema);
    if (known !== undefined) return known;
    const rule = this.#compileObject(schema);
    const scoped = this.references.scopes.has(schema) ? createScopedRule(schema, rule) : rule;
    this.#rules.set(schema, scoped);
    return scoped;
  }

  compilePattern(source: string): PatternMatcher {
    const expression = compileTest(source);
    const cost = this.#patterns.get(source);
    if (expression === undefined || cost === undefined) {
      throw new Error(`The pattern ${source} is none of those that were checked with the document.`);
    }
    return new PatternMatcher(source, expression, cost);
  }

  #compileObject(schema: JsonObject): Rule {
    const references = createReferenceRules(schema, this);
    const [reference] = references;
    if (reference !== undefined && this.dialect === 'draft-07') return reference;
    const rules: RuleSet = {
      types: toTypeNames(schema.type),
      strings: createStringRules(schema, this),
      numbers: createNumberRules(schema),
      arrays: createArrayRules(schema, this),
      objects: createObjectRules(schema, this),
      values: createValueRules(schema),
      others: [...references, ...createCombinatorRules(schema, this), ...this.#createFormatRules(schema)],
    };
    const unevaluated = createUnevaluatedRules(schema, this, composeMark(rules));
    return composeRules({ ...rules, others: [...rules.others, ...unevaluated] });
  }

  #createFormatRules({ format }: JsonObject): Rule[] {
    const judge = this.#judgeFormat;
    return judge === undefined || typeof format !== 'string' ? [] : [createFormatRule(format, judge)];
  }
}

function createFormatRule(format: string, judge: FormatJudge): Rule {
  return createSimpleRule(
    (value, run) => {
      const isValid = judge(format, value);
      run.isIncomplete ||= isValid === undefined;
      return isValid ?? true;
    },
    () => `must have the format ${show(format)}`,
  );
}

function toTypeNames(type: JsonValue | undefined): readonly TypeName[] | undefined {
  // The document was checked, so these are names of types.
  if (typeof type === 'string') return [type as TypeName];
  return Array.isArray(type) ? (type as readonly TypeName[]) : undefined;
}
