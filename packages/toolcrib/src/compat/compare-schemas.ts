import { canonicalJson } from '../core/canonical-json.ts';
import { ConfigError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { JsonSchemaDocument } from '../core/json-schema/document.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import { compareDocuments } from './compare-documents.ts';
import type { FormulaOptions } from './formula.ts';
import { listAnnotationChanges } from './list-behavioural-changes.ts';
import { readDocument } from './read-document.ts';
import type {
  CompareOptions,
  CompatibilityFinding,
  SchemaComparison,
  SchemaDifference,
} from './schema-comparison.ts';
import { toComparison } from './to-comparison.ts';
import { withinStack } from './within-stack.ts';

/**
 * Whether a new schema accepts every JSON value that an old one accepts.
 *
 * `compatible` is told only if it was shown, `breaking` only with a value that the validator accepts under the old schema
 * and refuses under the new one. All else is `unknown`: what the engine cannot decide, what would take too long, and
 * schemas that the validator does not read.
 *
 * Two cases are `unknown` although the answer is known, because it follows from what is hardly meant: the old schema accepts
 * nothing (`{ type: 'string', const: 1 }`), and does not say so by `false`, `{ not: {} }` or an empty `enum`; or a `pattern`
 * gave way to another one that matches every text (`[a-z]*`, not anchored), and does not say so as `.*` does. Where
 * the new schema has no constraint that the old one did not have, it is compatible nevertheless.
 *
 * What no validator has to notice is listed as `behavioural`, by pointer: titles, descriptions, defaults, and every `format`. A
 * tool fills defaults in before it looks for required properties, so look there if a required property has lost its default. With
 * `formats: 'enforced'`, a format that is added or changed counts instead: `breaking` if a value shows it, else `unknown`, because
 * validators differ about formats, and nobody knows those of your own.
 *
 * Takes draft 2020-12, draft-07, draft-06 and draft-04, each side its own; works in bounded time on any input, and throws for
 * wrong options only. Of results, compare the new schema with the old one.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 *
 * @example
 * ```ts
 * import { compareSchemas } from 'toolcrib/compat';
 *
 * const { verdict, findings } = compareSchemas(
 *   { type: 'object', properties: { city: { type: 'string' } } },
 *   { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
 * );
 * verdict; // 'breaking'
 * findings[0]; // { rule: 'required-added', pointer: '/required', witness: {}, … }
 * ```
 */
export function compareSchemas(
  before: JsonObject | boolean,
  after: JsonObject | boolean,
  options: CompareOptions = {},
): SchemaDifference {
  const areFormatsEnforced = readFormats(options) === 'enforced';
  const comparison = compareValues(before, after, { countsFormats: areFormatsEnforced });
  const behavioural = listAnnotationChanges(before, after, { areFormatsEnforced });
  return Object.freeze({ ...comparison, behavioural });
}

/** The same, without what only models read. */
export function compareValues(
  before: JsonObject | boolean,
  after: JsonObject | boolean,
  options: FormulaOptions = {},
): SchemaComparison {
  const [old, next] = [readDocument(before), readDocument(after)];
  if (next.document === undefined) return toComparison([refused(next.refusal, 'new')]);
  if (old.document === undefined) return toComparison([refused(old.refusal, 'old')]);
  if (isSame(old.document, next.document)) return toComparison([]);
  return toComparison(withinStack(() => compareDocuments(old.document, next.document, options), [TOO_DEEP]));
}

const TOO_DEEP: CompatibilityFinding = {
  verdict: 'unknown',
  rule: 'too-complex',
  pointer: '',
  message: 'The schemas are nested too deeply, by their references, to be compared.',
};

const optionNames: ReadonlySet<string> = new Set<keyof CompareOptions>(['formats']);

/** @throws ConfigError `E_INVALID_OPTION` */
export function readFormats(options: CompareOptions): 'annotations' | 'enforced' {
  requireKnownOptions(options, optionNames);
  const { formats = 'annotations' } = options;
  if (formats === 'annotations' || formats === 'enforced') return formats;
  throw new ConfigError('E_INVALID_OPTION', 'The option formats must be "annotations" or "enforced".', {
    context: { option: 'formats' },
  });
}

function isSame(before: JsonSchemaDocument, after: JsonSchemaDocument): boolean {
  return before.dialect === after.dialect && canonicalJson(before.root) === canonicalJson(after.root);
}

function refused(
  error: Error & { readonly context: { readonly pointer?: unknown } },
  which: 'old' | 'new',
): CompatibilityFinding {
  const { pointer } = error.context;
  return {
    verdict: 'unknown',
    rule: 'schema-refused',
    pointer: typeof pointer === 'string' ? pointer : '',
    message: `The ${which} schema cannot be read. ${error.message}`,
  };
}
