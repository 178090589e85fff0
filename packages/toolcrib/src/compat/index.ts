export { compareSchemas } from './compare-schemas.ts';
export { compareSpecs } from './compare-specs.ts';
export type {
  BehaviouralChange,
  CompareOptions,
  Compatibility,
  CompatibilityFinding,
  CompatibilityRule,
  SchemaComparison,
  SchemaDifference,
} from './schema-comparison.ts';
export type { ComparableSpec, SpecComparison } from './spec-comparison.ts';
