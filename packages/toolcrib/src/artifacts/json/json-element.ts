import type { JsonNode } from './json-node.ts';
import type { JsonTextProblem } from './parse-json-text.ts';

/** One of many: an element of an array, a property of an object, or a line of JSON lines. */
export type JsonElement =
  | {
      /** Counted from 0, without blank lines. */
      readonly index: number;
      /** Of a property. */
      readonly key?: string;
      readonly node: JsonNode;
    }
  /** A line that is no JSON. */
  | { readonly index: number; readonly problem: JsonTextProblem };
