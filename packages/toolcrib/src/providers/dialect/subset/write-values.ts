import type { JsonValue } from '../../../core/json.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import type { SubsetDialect, ValueType } from '../dialect.ts';
import { isOfType } from './decide-types.ts';
import type { NodeWriter } from './node-writer.ts';
import type { Entry, Reading, Values } from './reading.ts';

/** Writes `enum` or `const`, or says the values in words. */
export function writeValues(
  reading: Reading,
  types: readonly TypeName[] | undefined,
  writer: NodeWriter,
): void {
  const { values } = reading;
  if (values === undefined) return;
  const { dialect } = writer.context;
  const possible =
    reading.types === undefined
      ? values.list
      : values.list.filter((value) => isOfType(value, reading.types ?? []));
  if (possible.length === 0) {
    if (dialect.isStrict) writer.refuse(values.keyword, 'None of its values is of its type.');
    else writer.move(values.keyword, toEntry(values, values.list), reading);
    return;
  }
  if (possible.length < values.list.length) {
    writer.note(values.keyword, 'rewritten', 'Values that are not of its type are left out.');
  }
  // Where the type says that null is allowed, the list does not have to.
  const said = dialect.types === 'openapi' ? possible.filter((value) => value !== null) : possible;
  if (isSaidByType(possible, types)) {
    writer.note(values.keyword, 'rewritten', 'Its type says the same.');
  } else if (said.every((value) => isAllowed(value, dialect))) {
    writeList(values, said, writer);
  } else {
    writer.move(values.keyword, toEntry(values, possible), reading);
  }
}

/** Whether a dialect can list these values. */
export function isListOf(values: readonly JsonValue[], dialect: SubsetDialect): boolean {
  return values.length > 0 && values.every((value) => isAllowed(value, dialect));
}

function writeList(values: Values, said: readonly JsonValue[], writer: NodeWriter): void {
  const [only] = said;
  if (values.keyword === 'const' && writer.context.dialect.keywords.get('const') === 'keep') {
    writer.keep('const', only as JsonValue);
    return;
  }
  if (values.keyword === 'const') writer.note('const', 'rewritten', 'It is said as an enum of one.');
  writer.keep('enum', said);
}

function isSaidByType(said: readonly JsonValue[], types: readonly TypeName[] | undefined): boolean {
  if (types === undefined) return false;
  const kinds = types.filter((type) => type !== 'null');
  if (kinds.length === 0) return true;
  return (
    kinds.length === 1 &&
    kinds[0] === 'boolean' &&
    said.includes(true) &&
    said.includes(false) &&
    (!types.includes('null') || said.includes(null))
  );
}

function isAllowed(value: JsonValue, { values, types }: SubsetDialect): boolean {
  if (types === 'openapi' && value === '') return false;
  const type = value === null ? 'null' : typeof value;
  return values.has(type as ValueType);
}

/** Values as the keyword that they were, or the one that they are together. */
export function toEntry({ keyword, at }: Values, list: readonly JsonValue[]): Entry {
  return { value: keyword === 'const' && list.length === 1 ? (list[0] as JsonValue) : list, at };
}
