import type { JsonValue } from '../../../core/json.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import { getKeywordType, isAnnotation, isAssertion, isTold } from '../keyword-facts.ts';
import type { Context, Draft } from './context.ts';
import { decideTypes } from './decide-types.ts';
import { hoistProperties } from './hoist-properties.ts';
import { type Located, mask } from './located.ts';
import { NodeWriter } from './node-writer.ts';
import type { Reading, Union } from './reading.ts';
import { checkExclusive, distribute, restrictsBeside } from './union-branches.ts';
import { writeArray } from './write-array.ts';
import { writeObject } from './write-object.ts';
import { writeOthers } from './write-others.ts';
import { finishUnion, writeUnions } from './write-union.ts';
import { isListOf, toEntry, writeValues } from './write-values.ts';

/** What stands for a value of any type where a schema has to say one. */
const anyValue: readonly Draft[] = [
  { type: 'STRING' },
  { type: 'NUMBER' },
  { type: 'BOOLEAN' },
  { type: 'OBJECT' },
  { type: 'ARRAY', items: { type: 'STRING' } },
];

/** Says what was read of a schema in a dialect. */
export function translateReading(reading: Reading, context: Context, isRoot: boolean): Draft {
  const { dialect } = context;
  if (isRoot) return translateRoot(reading, context);
  const [union] = reading.unions;
  if (union !== undefined && dialect.unions.areAlone) return translateUnion(reading, union, context);
  const withoutNull = listWithoutNull(reading, context);
  if (withoutNull !== undefined) return splitNull(reading, withoutNull, context);
  const writer = new NodeWriter(context, reading.at);
  const types = decideTypes(reading, writer);
  if (dialect.types === 'openapi' && types === undefined) return translateAnything(reading, writer);
  if (types !== undefined && hasToSplit(reading, types, context)) return splitTypes(reading, types, context);
  return writeNode(reading, types, writer);
}

/**
 * Writes what only informs, of a schema whose other keywords are dealt with elsewhere. Beside a union, OpenAPI
 * has no place for it but the description.
 */
export function writeAnnotations(
  reading: Reading,
  writer: NodeWriter,
  isMeant: (keyword: string) => boolean,
): void {
  const { dialect } = writer.context;
  const others = new Map(
    [...reading.others].filter(([keyword, { isForeign }]) => isForeign || isMeant(keyword)),
  );
  for (const [keyword, entry] of others) {
    const isSaid = keyword === 'title' || keyword === 'description';
    if (dialect.types !== 'openapi' || isSaid || dialect.keywords.get(keyword) !== 'keep') continue;
    others.delete(keyword);
    writer.move(keyword, entry, reading);
  }
  writeOthers({ ...reading, others }, undefined, writer);
}

/** The root is an object, and some keywords are not allowed there. */
function translateRoot(reading: Reading, context: Context): Draft {
  const { dialect } = context;
  const writer = new NodeWriter(context, reading.at, true);
  const { types, values } = reading;
  if (types !== undefined && !types.includes('object')) {
    writer.refuse('type', 'The root is no schema of an object.');
  } else if (types?.length !== 1) {
    writer.note('type', 'rewritten', 'Arguments are objects, and the root has to say so.');
  }
  const moved = reading.unions.filter(({ keyword }) => dialect.notAtRoot.includes(keyword));
  for (const { keyword, branches, at } of moved) {
    writer.move(keyword, { value: branches.map(({ schema }) => schema), at }, reading);
  }
  const isValueMoved = values !== undefined && dialect.notAtRoot.includes(values.keyword);
  if (isValueMoved) writer.move(values.keyword, toEntry(values, values.list), reading);
  // Closed objects refuse such unions instead; see what may be said in words.
  const properties = dialect.isStrict ? reading.properties : hoistProperties(reading, moved, context);
  if (properties !== reading.properties) {
    writer.note(
      'properties',
      'rewritten',
      'Properties that only branches describe are described at the root.',
    );
  }
  const left: Reading = {
    ...reading,
    properties,
    types: ['object'],
    values: isValueMoved ? undefined : values,
    unions: reading.unions.filter((union) => !moved.includes(union)),
  };
  return writeNode(left, ['object'], writer);
}

function translateUnion(reading: Reading, union: Union, context: Context): Draft {
  const writer = new NodeWriter(context, reading.at);
  const isDistributed = restrictsBeside(reading);
  if (isDistributed) {
    writer.note(union.keyword, 'rewritten', 'What stands beside the union is said in each of its branches.');
  }
  writeAnnotations(reading, writer, isDistributed ? isTold : isAnnotation);
  const branches = distribute(reading, union);
  checkExclusive(branches, union, context);
  return finishUnion(
    branches.map((branch) => context.translate(branch)),
    writer,
  );
}

/** A schema that takes any value, and that has to say one type. */
function translateAnything(reading: Reading, writer: NodeWriter): Draft {
  writer.note(
    'type',
    'narrowed',
    'It says no type; null and arrays of other things than texts cannot be said.',
  );
  writeAnnotations(reading, writer, isAnnotation);
  for (const [keyword, entry] of reading.others) {
    if (isAssertion(keyword) && !entry.isForeign) writer.move(keyword, entry, reading);
  }
  return finishUnion(anyValue, writer);
}

/** Whether a schema says more types at once than a dialect takes. */
function hasToSplit(reading: Reading, types: readonly TypeName[], { dialect }: Context): boolean {
  if (types.length < 2 || dialect.mixesTypes) return false;
  if (dialect.types === 'openapi') return types.filter((type) => type !== 'null').length > 1;
  const isAboutOne = [...reading.others].some(
    ([keyword, { isForeign }]) => !isForeign && getKeywordType(keyword) !== undefined,
  );
  return isAboutOne || hasObjectKeywords(reading) || hasArrayKeywords(reading);
}

/** A schema of several types, as a union of schemas of one. */
function splitTypes(reading: Reading, types: readonly TypeName[], context: Context): Draft {
  const writer = new NodeWriter(context, reading.at);
  writer.note('type', 'rewritten', 'A schema of several types is said as a union.');
  writeAnnotations(reading, writer, isTold);
  const kinds = types.filter((type) => type !== 'integer' || !types.includes('number'));
  const rest = reading.parts.map((part) => mask(part, ['type', ...Object.keys(part.schema).filter(isTold)]));
  const branches = kinds.map((type): Located[] => [{ schema: { type }, at: reading.at }, ...rest]);
  return finishUnion(
    branches.map((branch) => context.translate(branch)),
    writer,
  );
}

/** The values of a schema but null, where a dialect can list those and not null. */
function listWithoutNull({ values, types }: Reading, { dialect }: Context): readonly JsonValue[] | undefined {
  if (values === undefined || dialect.types === 'openapi' || dialect.values.has('null')) return undefined;
  const some = values.list.filter((value) => value !== null);
  const hasNull = some.length < values.list.length && (types === undefined || types.includes('null'));
  return hasNull && isListOf(some, dialect) ? some : undefined;
}

function splitNull(reading: Reading, values: readonly JsonValue[], context: Context): Draft {
  const writer = new NodeWriter(context, reading.at);
  writer.note('enum', 'rewritten', 'Null is said as a branch of a union.');
  writeAnnotations(reading, writer, isTold);
  const rest = reading.parts.map((part) =>
    mask(part, ['enum', 'const', ...Object.keys(part.schema).filter(isTold)]),
  );
  const branch = context.translate([{ schema: { enum: values }, at: reading.at }, ...rest]);
  return finishUnion([branch, { type: 'null' }], writer);
}

/** Writes a schema keyword by keyword. */
function writeNode(reading: Reading, types: readonly TypeName[] | undefined, writer: NodeWriter): Draft {
  writeTypes(types, writer);
  writeValues(reading, types, writer);
  if (types === undefined ? hasObjectKeywords(reading) : types.includes('object')) {
    writeObject(reading, writer);
  } else if (hasObjectKeywords(reading)) noteIdle(writer, 'properties', types);
  if (types === undefined ? hasArrayKeywords(reading) : types.includes('array')) writeArray(reading, writer);
  else if (hasArrayKeywords(reading)) noteIdle(writer, 'items', types);
  writeUnions(reading, writer);
  writeOthers(reading, types, writer);
  return writer.finish();
}

function writeTypes(types: readonly TypeName[] | undefined, writer: NodeWriter): void {
  if (types === undefined) return;
  const [only] = types;
  if (writer.context.dialect.types === 'json-schema') {
    writer.keep('type', types.length === 1 && only !== undefined ? only : [...types]);
    return;
  }
  const kind = types.find((type) => type !== 'null');
  writer.keep('type', (kind ?? 'null').toUpperCase());
  if (kind !== undefined && types.includes('null')) {
    writer.keep('nullable', true);
    writer.note('type', 'rewritten', 'Null is said with nullable.');
  }
}

function noteIdle(writer: NodeWriter, keyword: string, types: readonly TypeName[] = []): void {
  writer.note(keyword, 'omitted', `${keyword} says nothing about values of type ${types.join(' or ')}.`);
}

function hasObjectKeywords({ properties, required, additional }: Reading): boolean {
  return properties !== undefined || required.length > 0 || additional !== undefined;
}

function hasArrayKeywords({ items, prefix }: Reading): boolean {
  return items !== undefined || prefix !== undefined;
}
