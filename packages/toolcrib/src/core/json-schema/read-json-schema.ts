import { isJsonObject, type JsonValue } from '../json.ts';
import {
  DEFAULT_SCHEMA_LIMITS,
  type Dialect,
  type JsonSchemaDocument,
  NO_REFERENCES,
  type SchemaLimits,
  type SchemaNode,
  type SchemaReferences,
} from './document.ts';
import { SchemaChecker } from './read/check-schema.ts';
import { copySchema } from './read/copy-schema.ts';
import { findDialect } from './read/dialect.ts';
import { limitBranches } from './read/limit-branches.ts';
import { resolveReferences } from './read/resolve-references.ts';
import { schemaError } from './read/schema-error.ts';

/**
 * Checks a JSON Schema of dialect 2020-12 or draft-07 and takes a frozen copy of it. It is as strict
 * as the metaschema of its dialect; keywords that are not known, and `format`, are annotations.
 *
 * @throws ConfigError `E_INVALID_SCHEMA`, or the `E_SCHEMA_…` code of the limit that it breaks; the
 * place is in `context.pointer`.
 */
export function readJsonSchema(
  raw: unknown,
  limits: SchemaLimits = DEFAULT_SCHEMA_LIMITS,
): JsonSchemaDocument {
  const copy = copySchema(raw, limits);
  const dialect = readDialect(copy);
  const checker = new SchemaChecker(dialect, limits);
  const root = checker.checkDocument(copy);
  const references =
    checker.index.references.length === 0 ? NO_REFERENCES : readReferences(checker, root, limits);
  const { hasDefaults, patterns } = checker;
  return Object.freeze({ root, dialect, hasDefaults, references, patterns });
}

function readDialect(root: JsonValue): Dialect {
  const dialect = findDialect(isJsonObject(root) ? root.$schema : undefined);
  if (dialect !== undefined) return dialect;
  const problem = 'must be the address of 2020-12 or draft-07, the dialects that are supported';
  throw schemaError('E_INVALID_SCHEMA', ['$schema'], problem);
}

function readReferences(checker: SchemaChecker, root: SchemaNode, limits: SchemaLimits): SchemaReferences {
  const { dialect, index, unplaced } = checker;
  const references = resolveReferences(checker);
  const referencePaths = new Map(index.references.map(({ holder, path }) => [holder, path]));
  limitBranches({ root, dialect, references, unplaced, referencePaths }, limits);
  return references;
}
