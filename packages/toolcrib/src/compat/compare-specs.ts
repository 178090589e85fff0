import { compareDeclared } from './compare-declared.ts';
import { compareValues, readFormats } from './compare-schemas.ts';
import type { FormulaOptions } from './formula.ts';
import { listBehaviouralChanges } from './list-behavioural-changes.ts';
import type { CompareOptions, Compatibility, SchemaComparison } from './schema-comparison.ts';
import type { ComparableSpec, SpecComparison } from './spec-comparison.ts';

/**
 * Whether callers of a tool can go on with a new version of it: its input must accept all arguments that it did, and its
 * output must promise no more than it did. What only people and models read is listed apart, as `behavioural`. The options mean
 * what they do for `compareSchemas`.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 *
 * @example
 * ```ts
 * import { compareSpecs } from 'toolcrib/compat';
 *
 * const city = { type: 'string' };
 * const { verdict, isAddition, behavioural } = compareSpecs(
 *   { description: 'The weather.', inputSchema: { properties: { city } } },
 *   { description: 'The weather of today.', inputSchema: {} },
 * );
 * verdict; // 'compatible'
 * isAddition; // true
 * behavioural[0]; // { pointer: '/description', before: 'The weather.', after: 'The weather of today.' }
 * ```
 */
export function compareSpecs(
  before: ComparableSpec,
  after: ComparableSpec,
  options: CompareOptions = {},
): SpecComparison {
  const areFormatsEnforced = readFormats(options) === 'enforced';
  const how: FormulaOptions = { countsFormats: areFormatsEnforced };
  const [oldOutput, newOutput] = [before.outputSchema ?? {}, after.outputSchema ?? {}];
  const input = compareValues(before.inputSchema, after.inputSchema, how);
  const output = swapSides(compareValues(newOutput, oldOutput, how));
  const isAddition =
    compareValues(after.inputSchema, before.inputSchema, how).verdict !== 'compatible' ||
    compareValues(oldOutput, newOutput, how).verdict !== 'compatible';
  const behavioural = listBehaviouralChanges(before, after, { areFormatsEnforced });
  // Fewer values are asked about, so what holds for all of them holds here.
  const declared =
    input.verdict === 'compatible'
      ? input.verdict
      : (compareDeclared(before.inputSchema, after.inputSchema, how) ?? input.verdict);
  return Object.freeze({
    verdict: worse(input.verdict, output.verdict),
    declaredVerdict: worse(declared, output.verdict),
    input,
    output,
    isAddition,
    behavioural,
  });
}

/** Results are compared the other way round; what is said of the two sides is put right. */
function swapSides({ verdict, findings }: SchemaComparison): SchemaComparison {
  if (findings.length === 0) return { verdict, findings };
  const swapped = findings.map((finding) =>
    Object.freeze({ ...finding, message: swapWords(finding.message) }),
  );
  return Object.freeze({ verdict, findings: Object.freeze(swapped) });
}

/** Every second part is quoted, and comes from the schemas. */
function swapWords(message: string): string {
  const parts = message.split(/("(?:[^"\\]|\\.)*")/);
  const swap = (text: string) => text.replace(/\b(old|new)\b/g, (word) => (word === 'old' ? 'new' : 'old'));
  return parts.map((part, index) => (index % 2 === 0 ? swap(part) : part)).join('');
}

function worse(left: Compatibility, right: Compatibility): Compatibility {
  const verdicts = [left, right];
  if (verdicts.includes('breaking')) return 'breaking';
  return verdicts.includes('unknown') ? 'unknown' : 'compatible';
}
