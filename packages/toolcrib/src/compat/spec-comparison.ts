import type { JsonObject } from '../core/json.ts';
import type { BehaviouralChange, Compatibility, SchemaComparison } from './schema-comparison.ts';

/** What is compared of a tool; a `ToolSpec` of a catalogue is one. */
export interface ComparableSpec {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  /** `{}` promises nothing, as if it were absent. */
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The answer of `compareSpecs`. Deeply frozen. */
export type SpecComparison = {
  /** Of input and output together: the worse of the two. */
  readonly verdict: Compatibility;
  /**
   * The verdict for callers who send only properties that the old input schema declares: names in `properties` or
   * `required`. Most schemas leave other properties free, so that strictly a new optional property breaks callers who sent
   * something else by that name; this verdict does not count them.
   *
   * Declared properties count at the root, and in `properties` and items of plain object schemas. Everything is counted as
   * in `verdict` behind references, inside of `allOf`, `anyOf`, `oneOf`, `not` and conditions, and beside these or
   * `patternProperties`, `enum`, `const`, `minProperties`, `contains` and dependencies; so are results. Never worse than
   * `verdict`, except that `unknown` may turn out to be `breaking`.
   */
  readonly declaredVerdict: Compatibility;
  /** Whether the new input schema accepts all arguments that the old one does. */
  readonly input: SchemaComparison;
  /**
   * Whether the old output schema accepts all results that the new one allows. Pointers lead into the old schema, and a
   * witness is a result that the new one allows and the old one does not.
   */
  readonly output: SchemaComparison;
  /** Whether the new version accepts more arguments, or promises more of its results; true unless the contrary was shown. */
  readonly isAddition: boolean;
  /** Titles, descriptions, annotations, tags, examples, defaults and formats that differ, by pointer into the spec. */
  readonly behavioural: readonly BehaviouralChange[];
};
