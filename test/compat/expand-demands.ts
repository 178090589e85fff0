import { isJsonArray, type JsonObject, type JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { SchemaDocument } from './schema-document.ts';
import { isSchema, type Schema } from './schema-places.ts';
import type { SeededRandom } from './seeded-random.ts';
import { violateSchema } from './violate-schema.ts';

/** A schema that a value is to satisfy, and the document that its references are of. */
export interface Demand {
  readonly schema: Schema;
  readonly document: SchemaDocument;
}

/** The same for one object of keywords, of which those that combine schemas were already decided. */
export interface PlainDemand {
  readonly schema: JsonObject;
  readonly document: SchemaDocument;
}

const MAX_EXPANSIONS = 80;

/**
 * Decides references, alternatives, negations and conditions at random, until only keywords that look at the value
 * itself are left. Nothing if that cannot be: something asks for `false`, or it takes too long.
 */
export function expandDemands(demands: readonly Demand[], random: SeededRandom): PlainDemand[] | undefined {
  const plain: PlainDemand[] = [];
  const queue = [...demands];
  for (let expansions = 0; queue.length > 0; expansions++) {
    const demand = queue.shift() as Demand;
    if (demand.schema === false || expansions > MAX_EXPANSIONS) return undefined;
    if (demand.schema === true) continue;
    const { document } = demand;
    const schema = demand.schema as JsonObject;
    if (!(document.isDraft07 && schema.$ref !== undefined)) plain.push({ schema, document });
    queue.push(...listConsequences(schema, document, random).map((next) => ({ schema: next, document })));
  }
  return plain;
}

function listConsequences(schema: JsonObject, document: SchemaDocument, random: SeededRandom): Schema[] {
  const next: Schema[] = [];
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema[keyword];
    if (typeof reference === 'string') next.push(document.resolve(reference));
  }
  if (document.isDraft07 && schema.$ref !== undefined) return next;
  if (isJsonArray(schema.allOf ?? null)) next.push(...(schema.allOf as readonly Schema[]));
  next.push(...listAlternatives(schema, document, random));
  if (isSchema(schema.not)) next.push(violateSchema(schema.not, document, random));
  if (isSchema(schema.if)) {
    const holds = random.onceIn(2);
    next.push(holds ? schema.if : violateSchema(schema.if, document, random));
    const branch = holds ? schema.then : schema.else;
    if (isSchema(branch)) next.push(branch);
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const [name, needed] of Object.entries((schema[keyword] ?? {}) as JsonObject)) {
      if (!isSchema(needed)) continue;
      next.push(...(random.onceIn(2) ? [{ properties: { [name]: false } }] : [{ required: [name] }, needed]));
    }
  }
  return next;
}

function listAlternatives(schema: JsonObject, document: SchemaDocument, random: SeededRandom): Schema[] {
  const next: Schema[] = [];
  const pick = (list: JsonValue | undefined) => random.pick((list ?? []) as readonly Schema[]);
  if (schema.anyOf !== undefined) next.push(pick(schema.anyOf) ?? false);
  if (schema.oneOf !== undefined) {
    const chosen = pick(schema.oneOf) ?? false;
    const other = pick(schema.oneOf) ?? false;
    next.push(chosen);
    if (other !== chosen) next.push(violateSchema(other, document, random));
  }
  return next;
}
