import { sha256Hex } from '#hash';
import type { JsonObject } from '../../core/json.ts';
import type { SchemaNode } from '../../core/json-schema/document.ts';
import { forEachSubschema } from '../../core/json-schema/read/for-each-subschema.ts';
import type { PropertyKeyRule } from './dialect.ts';
import type { Source } from './read-source.ts';

const HASH_LENGTH = 10;

/** Names of properties on the wire, where a provider does not take those of the tool. */
export interface WireKeys {
  /** By the tool's own name; only those that differ. */
  readonly toWire: ReadonlyMap<string, string>;
  readonly toOwn: ReadonlyMap<string, string>;
}

/** The wire keys of a schema that needs none. */
const NO_WIRE_KEYS: WireKeys = Object.freeze({
  toWire: new Map<string, string>([]),
  toOwn: new Map<string, string>([]),
});

/**
 * Gives every property whose name is not legal one that is: the legal characters of it, and a hash of all of
 * it. No two names of a schema become the same one, at whatever depth they are, so that a name on the wire
 * always means one name of the tool.
 */
export function assignWireKeys(source: Source, rule: PropertyKeyRule | undefined): WireKeys {
  if (rule === undefined || !someKey(source, (key) => !rule.pattern.test(key))) return NO_WIRE_KEYS;
  const keys = new Set<string>();
  someKey(source, (key) => !keys.add(key));
  const toWire = new Map<string, string>();
  const toOwn = new Map<string, string>();
  for (const key of [...keys].filter((name) => !rule.pattern.test(name)).sort()) {
    let wire = makeLegal(key, rule, key);
    for (let attempt = 1; keys.has(wire) || toOwn.has(wire); attempt++) {
      wire = makeLegal(key, rule, `${key}\n${attempt}`);
    }
    toWire.set(key, wire);
    toOwn.set(wire, key);
  }
  return { toWire, toOwn };
}

/** Whether something holds for the name of any property in a schema. */
function someKey({ root, shapes, references }: Source, isMeant: (key: string) => boolean): boolean {
  const seen = references.size === 0 ? undefined : new Set<JsonObject>();
  let isFound = false;
  const visit = (schema: SchemaNode): void => {
    if (isFound || typeof schema === 'boolean' || seen?.has(schema)) return;
    seen?.add(schema);
    isFound = listKeys(schema).some(isMeant);
    if (!isFound) forEachSubschema(schema, shapes, visit);
  };
  visit(root);
  // A reference can lead to a place that holds no schema by itself.
  for (const { schema } of references.values()) visit(schema);
  return isFound;
}

/** The names that a schema describes, and those that it requires without a description. */
function listKeys({ properties, required, additionalProperties, patternProperties }: JsonObject): string[] {
  const described = Object.keys((properties ?? {}) as JsonObject);
  // Such names are described later where others may be; here they can only be said in words.
  const isSaid = additionalProperties === false || patternProperties !== undefined;
  return isSaid || required === undefined ? described : [...described, ...(required as string[])];
}

function makeLegal(key: string, { pattern, maxLength }: PropertyKeyRule, hashed: string): string {
  // A character is legal if it is a legal name by itself.
  const characters = [...key].map((character) => (pattern.test(character) ? character : '_')).join('');
  return `${characters.slice(0, maxLength - HASH_LENGTH - 1)}_${sha256Hex(hashed).slice(0, HASH_LENGTH)}`;
}
