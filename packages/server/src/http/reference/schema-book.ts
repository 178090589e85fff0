import { ConfigError } from 'toolcrib';
import { z } from 'zod';
import type { SchemaObject } from './open-api-document.ts';

/** A schema to be written into a document. */
export interface SchemaEntry {
  readonly schema: z.ZodType;
  /** What it takes, or what it gives. */
  readonly side: 'input' | 'output';
  /** Names what has no name of its own but needs one, because it contains itself. */
  readonly place: string;
}

/** Collects the named schemas of a document while others are written that refer to them. */
export interface SchemaBook {
  /** @throws ConfigError `E_INVALID_OPTION` if two different schemas have one name. */
  write(entry: SchemaEntry): SchemaObject;
  /** Sorted by name; what was written before refers to them once it has gone through {@link SchemaBook.settle}. */
  components(): Readonly<Record<string, SchemaObject>>;
  /** A value with the names in it that are only known when everything was written. */
  settle<Value>(value: Value): Value;
}

type Definitions = Readonly<Record<string, SchemaObject>>;

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';
/** Behind the name of what takes something else than it gives, until it is known whether both are needed. */
const INPUT_MARK = '~input';

/**
 * An empty book. Schemas with an id (`.meta({ id })`) become components of that name; one that takes something else than
 * it gives becomes two.
 */
export function createSchemaBook(): SchemaBook {
  const found = new Map<string, SchemaObject>();

  function keep(name: string, schema: SchemaObject): void {
    const before = found.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new ConfigError('E_INVALID_OPTION', `Two schemas are called "${name}"; rename one of them.`, {
        context: { schema: name },
      });
    }
    found.set(name, schema);
  }

  function settledName(name: string): string {
    if (!name.endsWith(INPUT_MARK)) return name;
    const bare = name.slice(0, -INPUT_MARK.length);
    return found.has(bare) ? `${bare}Input` : bare;
  }

  function settle<Value>(value: Value): Value {
    const names = [...found.keys()].map((name) => [COMPONENT + name, settledName(name)] as const);
    // Only names change, so it is what it was.
    return rename(value, new Map(names)) as Value;
  }

  return Object.freeze({
    write(entry: SchemaEntry): SchemaObject {
      const { $defs = {}, ...root } = toJsonSchema(entry);
      const definitions = $defs as Definitions;
      const names = nameDefinitions(entry, definitions);
      for (const [id, definition] of Object.entries(definitions)) {
        keep(names.get(DEFINITION + id) ?? id, rename(definition, names) as SchemaObject);
      }
      const written = rename(root, names) as SchemaObject;
      if (!refersTo(root, '#')) return written;
      keep(entry.place, written);
      return { $ref: COMPONENT + entry.place };
    },
    components() {
      const settled = [...found].map(([name, schema]) => [settledName(name), settle(schema)] as const);
      return Object.fromEntries(settled.sort(([left], [right]) => (left < right ? -1 : 1)));
    },
    settle,
  });
}

function toJsonSchema({ schema, side }: SchemaEntry): SchemaObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' });
  return rest;
}

/** What each reference inside of a schema is called in the document. */
function nameDefinitions(entry: SchemaEntry, definitions: Definitions): ReadonlyMap<string, string> {
  const names = new Map([['#', entry.place]]);
  const differing = entry.side === 'input' ? findDiffering(entry, definitions) : new Set<string>();
  for (const id of Object.keys(definitions)) {
    // Zod gives numbers to what has no id.
    if (id.startsWith('__schema')) names.set(DEFINITION + id, entry.place + id.slice('__schema'.length));
    else names.set(DEFINITION + id, differing.has(id) ? id + INPUT_MARK : id);
  }
  return names;
}

/** The ids of what takes something else than it gives, also because of what is inside. */
function findDiffering(entry: SchemaEntry, definitions: Definitions): ReadonlySet<string> {
  const { $defs = {} } = toJsonSchema({ ...entry, side: 'output' });
  const outputs = $defs as Definitions;
  const ids = Object.keys(definitions);
  const differing = new Set(
    ids.filter((id) => JSON.stringify(definitions[id]) !== JSON.stringify(outputs[id])),
  );
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const id of ids) {
      if ([...differing].some((other) => refersTo(definitions[id], DEFINITION + other))) differing.add(id);
    }
  }
  return differing;
}

function refersTo(value: unknown, reference: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => (key === '$ref' && inner === reference) || refersTo(inner, reference),
  );
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  const entries = Object.entries(value).map(([key, inner]) => {
    const name = key === '$ref' && typeof inner === 'string' ? names.get(inner) : undefined;
    return [key, name === undefined ? rename(inner, names) : COMPONENT + name];
  });
  return Object.fromEntries(entries);
}
