import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { Journal } from '../journal.ts';
import { appendWords, sayKeyword } from '../say-keyword.ts';
import { followDefinition } from './accepts-null.ts';
import type { Draft, DraftNote } from './context.ts';

/**
 * Has no schema require a property that leads back to it: a provider that writes such schemas out to some
 * depth has to be able to leave it out at the end. That it is required is said in words.
 */
export function loosenRecursion(root: Draft, notes: ReadonlyMap<Draft, DraftNote>, journal: Journal): void {
  const graph = new ReferenceGraph(root);
  for (const [draft, { at }] of notes) {
    const { required, properties } = draft;
    if (!isJsonArray(required ?? null) || !isJsonObject(properties)) continue;
    const names = (required as readonly JsonValue[]).map(String);
    const recursive = names.filter((name) => graph.leadsBack(properties[name], draft));
    if (recursive.length === 0) continue;
    const others = names.filter((name) => !recursive.includes(name));
    if (others.length > 0) draft.required = others;
    else delete draft.required;
    const said = typeof draft.description === 'string' ? draft.description : undefined;
    draft.description = appendWords(said, sayKeyword('required', recursive));
    const detail =
      'A property that leads back to its own schema cannot be required; that it is, is said in words.';
    journal.note({ pointer: at, keyword: 'required', action: 'moved', detail });
  }
}

/** Which definitions lead to which. The root is one of them. */
class ReferenceGraph {
  readonly #root: Draft;
  /** What the references in a definition lead to. */
  readonly #targets = new Map<JsonObject, ReadonlySet<JsonObject>>();
  /** The definition that each schema is in. */
  readonly #holders = new Map<JsonObject, JsonObject>();

  constructor(root: Draft) {
    this.#root = root;
    const definitions = isJsonObject(root.$defs) ? Object.values(root.$defs).filter(isJsonObject) : [];
    for (const definition of [...definitions, root]) {
      const targets = new Set<JsonObject>();
      this.#gather(definition, definition, targets);
      this.#targets.set(definition, targets);
    }
  }

  /** Whether a property has a reference back to the definition that it is in, its own properties apart. */
  leadsBack(property: JsonValue | undefined, object: JsonObject): boolean {
    const holder = this.#holders.get(object);
    if (holder === undefined || this.#targets.get(holder)?.size === 0) return false;
    return listOuterSchemas(property).some((schema) => {
      const target = followDefinition(this.#root, schema);
      return target !== undefined && this.#reaches(target, holder);
    });
  }

  #reaches(from: JsonObject, to: JsonObject): boolean {
    const seen = new Set<JsonObject>();
    const visit = (definition: JsonObject): boolean => {
      if (definition === to) return true;
      if (seen.has(definition)) return false;
      seen.add(definition);
      return [...(this.#targets.get(definition) ?? [])].some(visit);
    };
    return visit(from);
  }

  #gather(value: JsonValue, holder: JsonObject, targets: Set<JsonObject>): void {
    if (isJsonArray(value)) {
      for (const item of value) this.#gather(item, holder, targets);
    } else if (isJsonObject(value)) {
      this.#holders.set(value, holder);
      const target = followDefinition(this.#root, value);
      if (target !== undefined) targets.add(target);
      for (const [keyword, inner] of Object.entries(value)) {
        if (keyword !== '$defs') this.#gather(inner, holder, targets);
      }
    }
  }
}

/** A schema and those in it that are not behind another property. */
function listOuterSchemas(schema: JsonValue | undefined): JsonObject[] {
  if (isJsonArray(schema ?? null)) return (schema as readonly JsonValue[]).flatMap(listOuterSchemas);
  if (!isJsonObject(schema)) return [];
  const inner = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf'];
  return [schema, ...inner.flatMap((keyword) => listOuterSchemas(schema[keyword]))];
}
