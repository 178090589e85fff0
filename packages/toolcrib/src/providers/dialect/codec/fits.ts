import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { getTypeMask, type TypeName, typeMasks } from '../../../core/json-schema/type-name.ts';
import type { CodecPlan } from './codec-plan.ts';

/** How many schemas one question may look at. */
const MAX_STEPS = 10_000;

/** How deeply those may be nested, by references and by unions too; bounds the call stack. */
const MAX_DEPTH = 1_000;

/**
 * Whether arguments of a tool have the form that a translated schema says, nulls for missing properties apart.
 * Bounds are not looked at: this tells the branches of a union apart.
 */
export function fits(value: JsonValue, schema: JsonObject, plan: CodecPlan): boolean {
  let steps = MAX_STEPS;
  let depth = 0;

  const visit = (item: JsonValue, part: JsonValue | undefined): boolean => {
    if (!isJsonObject(part)) return part !== false;
    if (steps-- <= 0 || depth >= MAX_DEPTH) return false;
    depth++;
    const isFitting = visitPart(item, part);
    depth--;
    return isFitting;
  };

  const visitPart = (item: JsonValue, part: JsonObject): boolean => {
    const target = plan.follow(part);
    if (target !== undefined && !visit(item, target)) return false;
    const { type, enum: values, const: constant, anyOf } = part;
    if (type !== undefined && !isOfTypes(item, isJsonArray(type) ? type : [type])) return false;
    if (isJsonArray(values ?? null) && !(values as readonly JsonValue[]).includes(item)) return false;
    if (constant !== undefined && constant !== item) return false;
    if (Array.isArray(anyOf) && !anyOf.some((branch: JsonValue) => visit(item, branch))) return false;
    if (isJsonArray(item)) return item.every((inner) => visit(inner, part.items));
    return !isJsonObject(item) || visitObject(item, part);
  };

  const visitObject = (object: JsonObject, part: JsonObject): boolean => {
    const { properties } = part;
    if (!isJsonObject(properties)) return true;
    const [added, optional] = [plan.added.get(part), plan.optional?.get(part)];
    const sent = new Set<string>();
    for (const [own, item] of Object.entries(object)) {
      const name = plan.wireKeys.toWire.get(own) ?? own;
      if (!Object.hasOwn(properties, name) || (item === null && added?.has(name))) return false;
      if (!visit(item, properties[name])) return false;
      sent.add(name);
    }
    const needed = Array.isArray(part.required) ? part.required : [];
    return needed.every((name) => sent.has(String(name)) || optional?.has(String(name)));
  };

  return visit(value, schema);
}

function isOfTypes(value: JsonValue, types: readonly JsonValue[]): boolean {
  // A translated schema has names of types there.
  return types.some((type) => (typeMasks[type as TypeName] & getTypeMask(value)) !== 0);
}
