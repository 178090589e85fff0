import type { JsonObjectSchemaDefinition } from 'toolcrib';
import { z } from 'zod';

/** Everything that makes a tool, for whichever library. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly json: JsonObjectSchemaDefinition & Record<string, unknown>;
  handler(args: unknown): string | Promise<string>;
}

/** A definition whose schema is of Zod. */
export interface ZodDefinition extends Omit<Definition, 'json'> {
  readonly zod: z.ZodObject;
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

/** As {@link createDefinitions}, with Zod schemas that nobody has seen before. */
export function createZodDefinitions(count: number): ZodDefinition[] {
  return Array.from({ length: count }, (_, index) => ({ ...createBase(index), zod: createZodSchema(index) }));
}

/** The tool of that number. */
export function createDefinition(index: number): Definition {
  return { ...createBase(index), json: createJsonSchema(index) };
}

function createBase(index: number): Omit<Definition, 'json'> {
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

function fieldName(index: number, field: number): string {
  const name = fieldNames[(index * 3 + field) % fieldNames.length];
  return index % 4 === field ? `${name}${index % 16}` : `${name}`;
}

function createZodSchema(index: number): z.ZodObject {
  return z.strictObject({
    [fieldName(index, 0)]: z.string().min(1).describe('What to look for.'),
    [fieldName(index, 1)]: z.number().min(0).max(1000),
    [fieldName(index, 2)]: z.enum(['low', 'normal', 'high']),
    [fieldName(index, 3)]: z.boolean(),
    [fieldName(index, 4)]: z.array(z.string()),
  });
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
