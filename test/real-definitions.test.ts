import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigError,
  defineTool,
  type JsonObject,
  type JsonSchemaCompiler,
  jsonSchema,
  type LibrarySchema,
  type Tool,
} from '../packages/toolcrib/src/index.ts';
import { toWireName } from '../packages/toolcrib/src/providers/index.ts';
import { type RealDefinition, readRealDefinitions, realDefinitionsFile } from './real-definitions.ts';
import { requireData } from './shared-data.ts';

const definitions = readRealDefinitions();

function define({ tool, description, inputSchema }: RealDefinition): Tool {
  return defineTool({ name: tool, description, inputSchema: jsonSchema(inputSchema), handler: () => 'ok' });
}

/** Values that a model would plausibly send: only what is required, by type. */
function sample(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name] ?? {})]));
}

function sampleValue(schema: JsonObject): JsonObject[string] {
  if (Array.isArray(schema.enum)) return schema.enum[0] as string;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.anyOf)) return sampleValue(schema.anyOf[0] as JsonObject);
  switch (schema.type) {
    case 'string':
      return 'x'.repeat(Number(schema.minLength ?? 1));
    case 'number':
    case 'integer':
      return Number(schema.minimum ?? 1);
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        sampleValue(schema.items as JsonObject),
      );
    case 'object':
      return sample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'x';
  }
}

function validated(schema: LibrarySchema, value: unknown): object {
  return schema['~standard'].validate(value);
}

const accepted = definitions.filter(({ tool }) => tool !== 'read_pdf');

describe('527 real definitions from 70 MCP servers', () => {
  beforeEach((context) => requireData(context, realDefinitionsFile));

  it('become tools, but for one whose schema is not of the dialect that it claims', () => {
    const refused = definitions.flatMap((definition) => {
      try {
        define(definition);
        return [];
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        return [`${definition.server}/${definition.tool}: ${error.message}`];
      }
    });

    // It says draft-07 and writes `exclusiveMinimum: true`, which is draft-04.
    expect(refused).toEqual([
      'pdf-reader-mcp/read_pdf: The schema at /properties/sources/items/properties/pages/anyOf/0/items/exclusiveMinimum must be a number.',
    ]);
    expect(definitions).toHaveLength(527);
  });

  it('show the model the schema they came with', () => {
    for (const definition of accepted) {
      expect(define(definition).describe().inputSchema).toEqual(definition.inputSchema);
    }
  });

  it('accept what their schemas ask for, and refuse a call without it', () => {
    let count = 0;
    for (const definition of accepted) {
      const tool = define(definition);
      const args = sample(definition.inputSchema);
      try {
        tool.validate(args);
        count += 1;
      } catch (error) {
        expect(error, definition.tool).toMatchObject({ code: 'E_INVALID_TOOL_ARGS' });
      }
      const { properties = {}, required = [] } = definition.inputSchema as {
        properties?: Record<string, JsonObject>;
        required?: string[];
      };
      const isNeeded = required.some((name) => properties[name]?.default === undefined);
      if (isNeeded) {
        expect(() => tool.validate({}), definition.tool).toThrow(
          expect.objectContaining({ code: 'E_INVALID_TOOL_ARGS' }),
        );
      }
    }
    // The samples know no patterns; one tool has one.
    expect(count).toBe(accepted.length - 1);
  });

  it('are judged by an injected Ajv as by the default validator', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
    const compile: JsonSchemaCompiler = (schema) => {
      const validate = ajv.compile(schema);
      return (value) => (validate(value) ? [] : [{ path: [], message: 'is wrong' }]);
    };
    const isAccepted = (schema: LibrarySchema, value: unknown) => !('issues' in validated(schema, value));

    for (const { tool, inputSchema } of accepted) {
      if (inputSchema.$schema !== undefined) continue;
      const [ours, theirs] = [jsonSchema(inputSchema), jsonSchema(inputSchema, { compile })];
      const complete = sample(inputSchema);
      const values = [{}, complete, ...Object.keys(complete).map((key) => ({ ...complete, [key]: 7 }))];
      for (const value of values) expect(isAccepted(theirs, value), tool).toBe(isAccepted(ours, value));
    }
  });

  it('have different digests unless they are the same definition, and legal wire names', () => {
    const byDigest = new Map(
      accepted.map((definition) => {
        const { tool: name, description, inputSchema } = definition;
        return [define(definition).digest, JSON.stringify({ name, description, inputSchema })];
      }),
    );
    const distinct = new Set(
      accepted.map(({ tool: name, description, inputSchema }) =>
        JSON.stringify({ name, description, inputSchema }),
      ),
    );

    expect(byDigest.size).toBe(distinct.size);
    for (const { server, tool } of accepted) {
      expect(toWireName(`${server}.${tool}`, 'openai')).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    }
  });
});
