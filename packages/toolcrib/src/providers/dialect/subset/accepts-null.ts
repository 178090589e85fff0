import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

/** Whether a translated schema accepts null. */
export type AcceptsNull = (schema: JsonObject) => boolean;

/** Asks schemas of one translation, each once. `root` holds the definitions. */
export function createAcceptsNull(root: JsonObject): AcceptsNull {
  const answers = new Map<JsonObject, boolean>();
  const ask = (schema: JsonObject): boolean => {
    const known = answers.get(schema);
    if (known !== undefined) return known;
    const target = followDefinition(root, schema);
    const { type, enum: values, const: value, anyOf } = schema;
    const answer =
      (target === undefined || ask(target)) &&
      (type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))) &&
      (!Array.isArray(values) || values.includes(null)) &&
      (value === undefined || value === null) &&
      (!Array.isArray(anyOf) || anyOf.some((branch: JsonValue) => isJsonObject(branch) && ask(branch)));
    answers.set(schema, answer);
    return answer;
  };
  return ask;
}

/** What the `$ref` of a translated schema leads to. */
export function followDefinition(root: JsonObject, { $ref }: JsonObject): JsonObject | undefined {
  if ($ref === '#') return root;
  if (typeof $ref !== 'string') return undefined;
  const name = $ref.slice('#/$defs/'.length);
  const definitions = root.$defs;
  const target =
    isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  return isJsonObject(target) ? target : undefined;
}
