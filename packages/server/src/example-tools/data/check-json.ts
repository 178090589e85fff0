import { ConfigError, defineTool, jsonSchema, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { parseJsonText } from './parse-json-text.ts';

const MAX_ISSUES = 50;
/** Keys of the document, and values of the schema, are of any length. */
const MAX_TEXT = 2_000;

/** Checks JSON against a schema. */
export const checkJson = defineTool({
  name: 'check_json',
  title: 'Check JSON against a schema',
  description:
    'Checks whether a JSON document satisfies a JSON Schema (2020-12 or draft-07) and lists every problem with the ' +
    'path of the value. Use it before handing on JSON that has to keep to a form.',
  version: '1.0.0',
  tags: ['json', 'data', 'validation'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    json: z.string().max(500_000).describe('The document, as JSON text.'),
    schema: z.record(z.string(), z.unknown()).describe('The JSON Schema, as an object.'),
  }),
  outputSchema: z.strictObject({
    isValid: z.boolean(),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
  handler: async ({ json, schema }) => {
    const value = parseJsonText(json);
    const outcome = await readSchema(schema)['~standard'].validate(value);
    const issues = (outcome.issues ?? []).slice(0, MAX_ISSUES).map(({ path = [], message }) => ({
      path: cut(path.map((step) => `/${String(typeof step === 'object' ? step.key : step)}`).join('')),
      message: cut(message),
    }));
    return { isValid: outcome.issues === undefined, issues };
  },
});

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}

/** The library refuses schemas that could hang or exhaust whoever checks with them. */
function readSchema(schema: Readonly<Record<string, unknown>>): ReturnType<typeof jsonSchema> {
  try {
    return jsonSchema(schema as Parameters<typeof jsonSchema>[0]);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ToolError(`The schema cannot be used: ${cause.message}`, { cause, changedNothing: true });
  }
}
