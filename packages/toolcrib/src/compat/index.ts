export { compareSchemas } from './compare-schemas.ts';
export { compareSpecs } from './compare-specs.ts';
export type {
  Compatibility,
  CompatibilityFinding,
  CompatibilityRule,
  SchemaComparison,
} from './schema-comparison.ts';
export type { BehaviouralChange, ComparableSpec, SpecComparison } from './spec-comparison.ts';
