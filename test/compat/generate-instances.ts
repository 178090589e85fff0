import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { collectPool } from './collect-pool.ts';
import type { DrawContext } from './draw-scalar.ts';
import { drawValue } from './draw-value.ts';
import { mutateValue } from './mutate-value.ts';
import { createPatternSamples } from './pattern-samples.ts';
import { createDocument } from './schema-document.ts';
import type { Schema } from './schema-places.ts';
import { createRandom } from './seeded-random.ts';
import { type Accepts, createValidator } from './validators.ts';
import { violateSchema } from './violate-schema.ts';

/** What is asked of an {@link InstanceGenerator}. */
export interface InstanceRequest {
  /** The schema that accepts the instances. */
  readonly schema: Schema;
  /** Another schema; instances that it may reject are looked for. */
  readonly against?: Schema;
  readonly seed: number;
  /** How many to look for; there may be fewer. */
  readonly count: number;
}

/** Lists different values that a schema accepts, the same ones for the same request. */
export type InstanceGenerator = (request: InstanceRequest) => readonly JsonValue[];

const ATTEMPTS_PER_INSTANCE = 4;

/** The generator keeps the texts that it found for a pattern. */
export function createInstanceGenerator(): InstanceGenerator {
  const samples = createPatternSamples();
  return (request) => generateInstances(request, samples);
}

function generateInstances(
  { schema, against, seed, count }: InstanceRequest,
  samples: (pattern: string) => readonly string[],
): readonly JsonValue[] {
  const accepts = createValidator(schema);
  const context = createContext([schema, against ?? true], seed, samples);
  const found = new Map<string, JsonValue>();
  const draw = createDraw({ schema, against: against ?? true }, context);
  for (let attempt = 0; attempt < count * ATTEMPTS_PER_INSTANCE && found.size < count; attempt++) {
    const known = context.random.pick([...found.values()]);
    const isMutation = known !== undefined && context.random.onceIn(2);
    const value = isMutation ? mutateValue(known, context) : draw();
    if (value !== undefined) keepAccepted(value, accepts, found);
  }
  return [...found.values()];
}

function keepAccepted(value: JsonValue, accepts: Accepts, found: Map<string, JsonValue>): void {
  const text = JSON.stringify(value);
  if (!found.has(text) && accepts(value) === true) found.set(text, value);
}

function createDraw(
  { schema, against }: { readonly schema: Schema; readonly against: Schema },
  context: DrawContext,
): () => JsonValue | undefined {
  const [document, other] = [createDocument(schema), createDocument(against)];
  const demand = { schema, document };
  return () => {
    if (context.random.onceIn(2)) return drawValue([demand], context);
    const violation = violateSchema(against, other, context.random);
    return drawValue([demand, { schema: violation, document: other }], context);
  };
}

function createContext(
  schemas: readonly Schema[],
  seed: number,
  samples: (pattern: string) => readonly string[],
): DrawContext {
  const pool = collectPool(schemas);
  return { random: createRandom(seed), samples, ...pool };
}
