import { ConfigError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import {
  DEFAULT_SCHEMA_LIMITS,
  type Dialect,
  NO_REFERENCES,
  type SchemaNode,
  type SchemaReferences,
} from '../../core/json-schema/document.ts';
import { SchemaChecker } from '../../core/json-schema/read/check-schema.ts';
import { findDialect } from '../../core/json-schema/read/dialect.ts';
import { type KeywordShapes, keywordShapes } from '../../core/json-schema/read/keyword-shapes.ts';
import { limitBranches } from '../../core/json-schema/read/limit-branches.ts';
import { resolveReferences } from '../../core/json-schema/read/resolve-references.ts';
import type { SchemaChange } from './dialect.ts';

const { maxDepth, maxCharacters } = DEFAULT_SCHEMA_LIMITS;

/** The schema of a tool, as it came: checked, and with its references resolved. */
export interface Source {
  readonly root: JsonObject;
  /** The dialect that it was written in. */
  readonly writtenIn: Dialect;
  readonly shapes: KeywordShapes;
  readonly references: SchemaReferences['$ref'];
}

/**
 * Reads the schema of a tool, which was checked when the tool was defined. A schema that was made by hand is
 * held to the same: whoever sends a schema that is none has the whole request refused.
 */
export function readSource(schema: JsonObject): Source | SchemaChange {
  if (!isJsonObject(schema)) return refuse('', 'It is no object.');
  const excess = findExcess(schema);
  if (excess !== undefined) return refuse('', excess);
  const writtenIn = findDialect(schema.$schema);
  if (writtenIn === undefined) return refuse('', 'Its $schema is neither 2020-12 nor draft-07.');
  try {
    const checker = new SchemaChecker(writtenIn, DEFAULT_SCHEMA_LIMITS);
    const root = checker.checkDocument(schema);
    const references = readReferences(checker, root);
    return { root: schema, writtenIn, shapes: keywordShapes[writtenIn], references: references.$ref };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const pointer = error.context?.pointer;
    return refuse(typeof pointer === 'string' ? pointer : '', error.message);
  }
}

export function isRefusal(read: Source | SchemaChange): read is SchemaChange {
  return 'action' in read;
}

function readReferences(checker: SchemaChecker, root: SchemaNode): SchemaReferences {
  const { dialect, index, unplaced } = checker;
  if (index.references.length === 0) return NO_REFERENCES;
  const references = resolveReferences(checker);
  const referencePaths = new Map(index.references.map(({ holder, path }) => [holder, path]));
  limitBranches({ root, dialect, references, unplaced, referencePaths }, DEFAULT_SCHEMA_LIMITS);
  return references;
}

/** What would make working with a value dangerous: it is too deep, too large, or has a key that is no data. */
function findExcess(value: JsonValue): string | undefined {
  let characters = 0;
  const visit = (item: JsonValue, depth: number): string | undefined => {
    characters += typeof item === 'string' ? item.length + 2 : 2;
    if (characters > maxCharacters) return `It is longer than ${maxCharacters} characters.`;
    if (typeof item !== 'object' || item === null) return undefined;
    if (depth >= maxDepth) return `It is nested more than ${maxDepth} levels deep.`;
    if (Array.isArray(item)) {
      for (const child of item) {
        const excess = visit(child, depth + 1);
        if (excess !== undefined) return excess;
      }
      return undefined;
    }
    for (const key of Object.keys(item)) {
      if (key === '__proto__') return 'It has the key __proto__, which is never accepted.';
      characters += key.length + 4;
      const excess = visit((item as JsonObject)[key] as JsonValue, depth + 1);
      if (excess !== undefined) return excess;
    }
    return undefined;
  };
  return visit(value, 0);
}

function refuse(pointer: string, detail: string): SchemaChange {
  return Object.freeze({ pointer, keyword: '', action: 'refused', detail });
}
