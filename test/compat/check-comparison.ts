import { expect } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import type { SchemaComparison } from '../../packages/toolcrib/src/compat/schema-comparison.ts';
import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { InstanceGenerator } from './generate-instances.ts';
import type { SchemaPair } from './generate-pairs.ts';
import { getAt } from './schema-places.ts';
import { createAjvValidator, createValidator } from './validators.ts';

/** A comparison, and how many instances were tried on it. */
export interface CheckedComparison {
  readonly comparison: SchemaComparison;
  readonly instances: number;
}

/** How a comparison is checked. */
export interface ComparisonCheck {
  readonly generate: InstanceGenerator;
  readonly seed: number;
  /** How many instances of the old schema are tried where the answer is `compatible`. */
  readonly count: number;
}

/**
 * Compares two schemas and fails unless the answer holds: no instance refutes `compatible`, every witness
 * shows what it claims, and the answer is of the documented shape.
 */
export function checkComparison(
  pair: SchemaPair,
  { generate, seed, count }: ComparisonCheck,
): CheckedComparison {
  const { before, after } = pair;
  const comparison = compareSchemas(before, after);
  expectShape(comparison, pair);
  expectWitnesses(comparison, pair);
  if (comparison.verdict !== 'compatible') return { comparison, instances: 0 };
  const accepts = createValidator(after);
  const instances = generate({ schema: before, against: after, seed, count });
  const refuting = instances.filter((value) => accepts(value) === false);
  expect({ before, after, refuting }).toEqual({ before, after, refuting: [] });
  return { comparison, instances: instances.length };
}

function expectShape(comparison: SchemaComparison, { before, after }: SchemaPair): void {
  const verdicts = new Set(comparison.findings.map(({ verdict }) => verdict));
  const expected = verdicts.has('breaking') ? 'breaking' : verdicts.has('unknown') ? 'unknown' : 'compatible';
  expect({ before, after, verdict: comparison.verdict }).toEqual({ before, after, verdict: expected });
  expectFrozen(comparison as object as JsonValue);
  for (const { pointer, rule, message } of comparison.findings) {
    const steps = pointer === '' ? [] : pointer.slice(1).split('/');
    const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const isPlace = getAt(after, path) !== undefined || getAt(before, path) !== undefined;
    expect({ before, after, pointer, isPlace }).toEqual({ before, after, pointer, isPlace: true });
    expect(rule).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message).toMatch(/^.+\.$/s);
  }
}

function expectFrozen(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const child of Object.values(value)) expectFrozen(child);
}

function expectWitnesses({ findings }: SchemaComparison, { before, after }: SchemaPair): void {
  const breaking = findings.filter(({ verdict }) => verdict === 'breaking');
  if (breaking.length === 0) return;
  const [accepted, rejected] = [createValidator(before), createValidator(after)];
  const [accepted2, rejected2] = [createAjvValidator(before), createAjvValidator(after)];
  for (const { witness, rule } of breaking) {
    const place = { before, after, rule, witness };
    expect({ ...place, isToldOf: witness !== undefined }).toEqual({ ...place, isToldOf: true });
    if (witness === undefined) continue;
    const verdicts = [accepted(witness), rejected(witness)];
    expect({ ...place, verdicts }).toEqual({ ...place, verdicts: [true, false] });
    // Ajv may have no answer; then it contradicts nothing.
    const others = [accepted2?.(witness) ?? true, rejected2?.(witness) ?? false];
    expect({ ...place, others }).toEqual({ ...place, others: [true, false] });
  }
}
