import type { JsonObjectSchemaDefinition } from 'toolcrib';

/** Everything that makes a tool, for whichever library. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly json: JsonObjectSchemaDefinition & Record<string, unknown>;
  handler(args: unknown): string | Promise<string>;
}

const subjects = ['invoice', 'customer', 'ticket', 'order', 'calendar', 'document', 'project', 'message'];
const fieldNames = [
  'query',
  'title',
  'owner',
  'region',
  'status',
  'filter',
  'source',
  'target',
  'folder',
  'label',
];

/** Tools with five fields each; which fields, and how they are called, differs from tool to tool. */
export function createDefinitions(count: number): Definition[] {
  return Array.from({ length: count }, (_, index) => createDefinition(index));
}

/** The tool of that number. */
export function createDefinition(index: number): Definition {
  return { ...createBase(index), json: createJsonSchema(index) };
}

/** What a tool of that number is besides its schema. */
export function createBase(index: number): Omit<Definition, 'json'> {
  const subject = subjects[index % subjects.length];
  // JSON.parse gives flat strings, as a program's literals are, instead of ropes.
  const texts = JSON.parse(
    JSON.stringify([
      `${subject}_tool_${index}`,
      `Finds and updates the ${subject} that tool ${index} is asked for.`,
    ]),
  );
  return { name: texts[0], description: texts[1], handler: () => `done ${index}` };
}

/** What the tool of that number calls its fields. */
export function fieldName(index: number, field: number): string {
  const name = fieldNames[(index * 3 + field) % fieldNames.length];
  return index % 4 === field ? `${name}${index % 16}` : `${name}`;
}

function createJsonSchema(index: number): Definition['json'] {
  const names = [0, 1, 2, 3, 4].map((field) => fieldName(index, field));
  const fields = [
    { type: 'string', minLength: 1, description: 'What to look for.' },
    { type: 'number', minimum: 0, maximum: 1000 },
    { type: 'string', enum: ['low', 'normal', 'high'] },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
  ];
  const properties = Object.fromEntries(names.map((name, field) => [name, fields[field]]));
  const schema = { type: 'object', properties, required: names, additionalProperties: false };
  // Parsed, so that no two tools share a part of their schemas, as parts of literals in a loop do.
  return JSON.parse(JSON.stringify(schema));
}

/** Arguments that the tool of that number accepts. */
export function createArguments(index: number): Record<string, unknown> {
  const values = ['paint', 12, 'normal', true, ['red', 'green']];
  return Object.fromEntries(values.map((value, field) => [fieldName(index, field), value]));
}
