import { compareDeclared } from './compare-declared.ts';
import { compareValues } from './compare-schemas.ts';
import { listBehaviouralChanges } from './list-behavioural-changes.ts';
import type { Compatibility, SchemaComparison } from './schema-comparison.ts';
import type { ComparableSpec, SpecComparison } from './spec-comparison.ts';

/**
 * Whether callers of a tool can go on with a new version of it: its input must accept all arguments that it did, and its
 * output must promise no more than it did. What only people and models read is listed apart, as `behavioural`.
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
export function compareSpecs(before: ComparableSpec, after: ComparableSpec): SpecComparison {
  const [oldOutput, newOutput] = [before.outputSchema ?? {}, after.outputSchema ?? {}];
  const input = compareValues(before.inputSchema, after.inputSchema);
  const output = swapSides(compareValues(newOutput, oldOutput));
  const isAddition =
    compareValues(after.inputSchema, before.inputSchema).verdict !== 'compatible' ||
    compareValues(oldOutput, newOutput).verdict !== 'compatible';
  const behavioural = listBehaviouralChanges(before, after);
  return Object.freeze({
    verdict: worse(input.verdict, output.verdict),
    declaredVerdict: worse(judgeDeclared(before, after, input.verdict), output.verdict),
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

function judgeDeclared(before: ComparableSpec, after: ComparableSpec, strict: Compatibility): Compatibility {
  // Fewer values are asked about, so what holds for all of them holds here.
  if (strict === 'compatible') return strict;
  return compareDeclared(before.inputSchema, after.inputSchema) ?? strict;
}

function worse(left: Compatibility, right: Compatibility): Compatibility {
  const verdicts = [left, right];
  if (verdicts.includes('breaking')) return 'breaking';
  return verdicts.includes('unknown') ? 'unknown' : 'compatible';
}
