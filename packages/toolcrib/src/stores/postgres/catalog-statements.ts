import type { CatalogWrite, CatalogWriteKind } from '../catalog-write.ts';
import type { PostgresStatement } from './postgres-pool.ts';

/** How one kind of rows is written. */
interface WriteRule {
  /** Its part of the name of a statement. */
  readonly letter: string;
  /** The types of the values of a row. */
  readonly types: readonly string[];
  /** The statement, where `$1` is the tenant, with what it takes the rows from, called `new`. */
  toSql(rows: string): string;
}

const rules: Readonly<Record<CatalogWriteKind, WriteRule>> = {
  'clear-versions': {
    letter: 'c',
    types: ['text'],
    toSql: (rows) => `delete from toolcrib_tool_versions as old using ${rows} (name)
      where old.tenant = $1 and old.name = new.name`,
  },
  'remove-tool': {
    letter: 'r',
    types: ['text'],
    toSql: (rows) =>
      `delete from toolcrib_tools as old using ${rows} (name) where old.tenant = $1 and old.name = new.name`,
  },
  'add-version': {
    letter: 'v',
    types: ['text', 'text', 'integer', 'text', 'text', 'text', 'text', 'text'],
    toSql: (rows) => `insert into toolcrib_tool_versions
      (tenant, name, version, revision, spec, digest, created_at, source, deprecation)
      select $1, new.* from ${rows}`,
  },
  'set-deprecation': {
    letter: 'd',
    types: ['text', 'text', 'text'],
    toSql: (rows) => `update toolcrib_tool_versions as old set deprecation = new.deprecation
      from ${rows} (name, version, deprecation)
      where old.tenant = $1 and old.name = new.name and old.version = new.version`,
  },
  'put-tool': {
    letter: 't',
    types: ['text', 'integer', 'boolean', 'text'],
    toSql: (rows) => `insert into toolcrib_tools (tenant, name, current, enabled, quarantine)
      select $1, new.* from ${rows}
      on conflict (tenant, name) do update
      set current = excluded.current, enabled = excluded.enabled, quarantine = excluded.quarantine`,
  },
  'put-document': {
    letter: 'o',
    types: ['text', 'bigint', 'text'],
    toSql: (rows) => `insert into toolcrib_documents (tenant, key_digest, key, sequence, document)
      select $1, sha256(convert_to(new.key, 'UTF8')), new.* from ${rows} (key, sequence, document)
      on conflict (tenant, key_digest) do update
      set sequence = excluded.sequence, document = excluded.document`,
  },
  'add-event': {
    letter: 'e',
    types: ['bigint', 'text', 'text'],
    toSql: (rows) =>
      `insert into toolcrib_events (tenant, sequence, name, event) select $1, new.* from ${rows}`,
  },
  'set-sequence': {
    letter: 's',
    types: ['bigint', 'bigint'],
    toSql: (rows) => `update toolcrib_feeds as old set last_sequence = new.last_sequence,
        document_sequence = coalesce(new.document_sequence, old.document_sequence)
      from ${rows} (last_sequence, document_sequence) where old.tenant = $1`,
  },
  'count-use': {
    letter: 'u',
    types: ['text', 'text', 'text', 'bigint', 'text', 'text'],
    toSql: (rows) => `insert into toolcrib_deprecated_uses as old
      (tenant, name, version, consumer, count, first_at, last_at) select $1, new.* from ${rows}
      on conflict (tenant, name, version, consumer) do update
      set count = old.count + excluded.count,
        first_at = least(old.first_at, excluded.first_at), last_at = greatest(old.last_at, excluded.last_at)`,
  },
};

/** Parts of one statement see the rows as they were before it, so what has to be gone first goes alone. */
const alone: readonly CatalogWriteKind[] = ['clear-versions', 'remove-tool'];

/**
 * The statements that write all of the rows, as few as possible: each costs a way to the server and back. Those for one
 * row each, which are most, are written without arrays: the server is quicker with them.
 */
export function toStatements(tenant: string, writes: readonly CatalogWrite[]): readonly PostgresStatement[] {
  const together = writes.filter(({ kind }) => !alone.includes(kind));
  const parts = [...writes.filter(({ kind }) => alone.includes(kind)).map((write) => [write]), together];
  return parts.filter(({ length }) => length > 0).map((part) => toStatement(tenant, part));
}

/** The name says which writes it has, and for which of them there are many rows: it stands for one text only. */
function toStatement(tenant: string, writes: readonly CatalogWrite[]): PostgresStatement {
  const values: unknown[] = [tenant];
  let name = 'toolcrib_catalog_';
  const parts = writes.map(({ kind, rows }) => {
    const { letter, types, toSql } = rules[kind];
    const isOne = rows.length === 1;
    name += isOne ? letter : letter.toUpperCase();
    const source = toSource(types, { isOne, firstNumber: values.length + 1 });
    values.push(...(isOne ? (rows[0] ?? []) : types.map((_, index) => rows.map((row) => row[index]))));
    return toSql(`(${source}) as new`);
  });
  return { name, text: chain(parts), values };
}

function toSource(
  types: readonly string[],
  { isOne, firstNumber }: { readonly isOne: boolean; readonly firstNumber: number },
): string {
  const parameters = types.map((type, index) => `$${firstNumber + index}::${type}${isOne ? '' : '[]'}`);
  return isOne ? `values (${parameters.join()})` : `select * from unnest(${parameters.join()})`;
}

/** One statement of several, which all take effect. */
function chain(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  const others = parts.slice(0, -1).map((part, index) => `part_${index} as (${part})`);
  return others.length === 0 ? last : `with ${others.join(', ')} ${last}`;
}
