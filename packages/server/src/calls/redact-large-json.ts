import type { JsonObject, JsonValue } from 'toolcrib';
import type { Redactor } from 'toolcrib/runtime';
import { giveWay } from './give-way.ts';
import { redactJson } from './redact-json.ts';

/** What is redacted as one, and after how much others have their turn: some milliseconds of work. */
const SMALL_COST = 256;
const PAUSE_COST = 1_024;
/** Of a text, beside one for its being there: each pattern has to begin. */
const CHARS_PER_COST = 1_024;
const EMPTY: JsonObject = {};

/** As `redactJson`, with pauses if the value is large: ten thousands of short texts take hundreds of milliseconds. */
export async function redactLargeJson(value: JsonObject, redact: Redactor): Promise<JsonObject> {
  if (costOf(value, SMALL_COST) <= SMALL_COST) return redactJson(value, redact);
  const steps = redactInSteps(value, redact);
  for (let since = PAUSE_COST; ; ) {
    if (since >= PAUSE_COST) {
      await giveWay();
      since = 0;
    }
    const { value: given, done } = steps.next();
    // Of an object comes an object.
    if (done) return given as JsonObject;
    since += given;
  }
}

/** Yields what each step has cost. */
function* redactInSteps(value: JsonValue, redact: Redactor): Generator<number, JsonValue> {
  const cost = costOf(value, SMALL_COST);
  if (cost <= SMALL_COST || typeof value !== 'object' || value === null) {
    yield cost;
    return redactJson(value, redact);
  }
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value as readonly JsonValue[]) items.push(yield* redactInSteps(item, redact));
    return items;
  }
  const members: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) {
    const isLarge = costOf(item, SMALL_COST) > SMALL_COST && typeof item === 'object';
    yield isLarge ? 1 : costOf(item, SMALL_COST) + 1;
    for (const [shownKey, shown] of Object.entries(redactJson({ [key]: isLarge ? EMPTY : item }, redact))) {
      // What a secret key has is not an object any more.
      const isShown = isLarge && typeof shown === 'object';
      members.push([shownKey, isShown ? yield* redactInSteps(item, redact) : shown]);
    }
  }
  return Object.fromEntries(members);
}

/** What it costs to redact a value, about; more than the limit as soon as it is more. */
function costOf(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARS_PER_COST;
  if (typeof value !== 'object' || value === null) return 1;
  let cost = 1;
  for (const item of Object.values(value)) {
    if (cost > limit) return cost;
    cost += 1 + costOf(item, limit - cost);
  }
  return cost;
}
