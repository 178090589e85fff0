import type { JsonValue } from '../../../core/json.ts';
import type { Context } from './context.ts';
import type { NodeWriter } from './node-writer.ts';
import { isProblem, type Reading } from './reading.ts';

/** Writes the keywords of an object. */
export function writeObject(reading: Reading, writer: NodeWriter): void {
  if (writer.context.dialect.isStrict) writeClosed(reading, writer);
  else writeOpen(reading, writer);
}

/** An object that has the properties that it says and no others. */
function writeClosed(reading: Reading, writer: NodeWriter): void {
  const { properties, required, additional, others } = reading;
  const unevaluated = others.get('unevaluatedProperties');
  const rest = unevaluated?.isForeign ? undefined : unevaluated?.value;
  const left = additional === undefined ? rest : additional.schema;
  const isClosed = left === false;
  if (left !== undefined && !isClosed) {
    writer.refuse('additionalProperties', 'It takes properties of any name, which could not be sent.');
    return;
  }
  // An empty list of parameters is how a tool says that it has none.
  const isEmpty = properties === undefined || (properties.size === 0 && !writer.isRoot);
  if (isEmpty && !isClosed) {
    writer.refuse('properties', 'It says none of its properties, so that none could be sent.');
    return;
  }
  if (left === undefined) {
    writer.note('additionalProperties', 'narrowed', 'Properties that it does not describe cannot be sent.');
  } else if (additional === undefined) {
    writer.note('unevaluatedProperties', 'rewritten', 'It is said as additionalProperties.');
  }
  const names = writeProperties(reading, writer);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    writer.refuse(
      'required',
      `It requires ${missing.map((name) => JSON.stringify(name)).join(', ')}, which could not be sent.`,
    );
  }
  const optional = names.filter((name) => !required.includes(name));
  if (writer.context.dialect.optional === 'nullable') {
    writer.keep('required', names);
    const nullByDefault = optional.filter((name) => isNullByDefault(reading, name, writer.context));
    if (optional.length > 0) writer.setOptional(new Set(optional), new Set(nullByDefault));
  } else if (required.length > 0) writer.keep('required', required);
  writer.keep('additionalProperties', false);
}

/** Whether a tool takes a property that is missing for null. */
function isNullByDefault({ properties }: Reading, name: string, context: Context): boolean {
  const read = context.read(properties?.get(name) ?? []);
  return !isProblem(read) && read.others.get('default')?.value === null;
}

/** An object of a dialect that closes none. */
function writeOpen(reading: Reading, writer: NodeWriter): void {
  const { required, additional } = reading;
  const { context } = writer;
  const properties = addRequired(reading, writer);
  if (properties !== undefined) writeProperties({ ...reading, properties }, writer);
  // A provider refuses a list that names properties which are not described.
  const known = required.filter((name) => properties?.has(name));
  const unknown = required.filter((name) => !properties?.has(name));
  if (known.length > 0) writer.keep('required', known);
  if (unknown.length > 0) writer.move('required', { value: unknown, at: reading.at }, reading);
  if (additional === undefined) return;
  const { schema, at } = additional;
  if (context.dialect.keywords.get('additionalProperties') !== 'keep') {
    const holder = at.slice(0, at.lastIndexOf('/'));
    writer.move('additionalProperties', { value: schema, at: holder }, reading);
  } else {
    writer.keep(
      'additionalProperties',
      typeof schema === 'boolean' ? schema : context.translate([additional]),
    );
  }
}

/** The properties, with those that are required and not described: they are what other properties are. */
function addRequired(reading: Reading, writer: NodeWriter): Reading['properties'] {
  const { properties, required, additional, others, at } = reading;
  const unknown = required.filter((name) => !properties?.has(name));
  const isForbidden = additional?.schema === false || others.has('patternProperties');
  if (unknown.length === 0 || isForbidden) return properties;
  writer.note('required', 'rewritten', 'Properties that are required and not described are described.');
  const schemas = [additional ?? { schema: true, at }];
  return new Map([...(properties ?? []), ...unknown.map((name) => [name, schemas] as const)]);
}

/** @returns the names of those that were written. */
function writeProperties({ properties }: Reading, writer: NodeWriter): string[] {
  const { context } = writer;
  const members: [string, JsonValue][] = [];
  for (const [name, schemas] of properties ?? []) {
    // In a closed object, what is not described is forbidden anyway.
    const isForbidden = context.dialect.isStrict && schemas.some(({ schema }) => schema === false);
    if (isForbidden)
      writer.note('properties', 'rewritten', `${JSON.stringify(name)} is left out, as it is forbidden.`);
    else members.push([name, context.translate(schemas)]);
  }
  writer.keep('properties', Object.fromEntries(members));
  return members.map(([name]) => name);
}
