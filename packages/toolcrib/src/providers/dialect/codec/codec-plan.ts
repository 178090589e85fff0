import type { JsonObject } from '../../../core/json.ts';
import type { KeywordShapes } from '../../../core/json-schema/read/keyword-shapes.ts';
import type { AcceptsNull } from '../subset/accepts-null.ts';
import type { WireKeys } from '../wire-keys.ts';

/** What arguments on the wire are known by: the schema as it was sent, and what was done to it. */
export interface CodecPlan {
  readonly root: JsonObject;
  readonly shapes: KeywordShapes;
  follow(schema: JsonObject): JsonObject | undefined;
  readonly wireKeys: WireKeys;
  /** Properties whose null stands for a missing one, by the object that has them. */
  readonly added: ReadonlyMap<JsonObject, ReadonlySet<string>>;
  /** Properties that may be missing and are always there on the wire, by the object that has them. */
  readonly optional?: ReadonlyMap<JsonObject, ReadonlySet<string>>;
  readonly acceptsNull: AcceptsNull;
}
