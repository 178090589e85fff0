import { Validator } from '@cfworker/json-schema';
import { defineTool, type InputSchema, type JsonValue, jsonSchema } from 'toolcrib';
import { Compile } from 'typebox/schema';
import { compileJsonSchema } from '../../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import type { SchemaReader } from '../../packages/toolcrib/src/core/schema/schema-reader.ts';
import { createAjv, createAjvCompiler } from '../lib/compile-with-ajv.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { type CaseName, createCase, INPUT_COUNT, type ValidationCase } from '../lib/validation-cases.ts';

interface Input {
  readonly caseName: CaseName;
  readonly effort: Effort;
}

/** Checks inputs that are valid, with validators that were made before. */
export async function measure({ caseName, effort }: Input): Promise<Sample[]> {
  const validation = createCase(caseName);
  const { inputs } = validation;
  const checks = { ...createOurs(validation), ...createOthers(validation) };
  const sides: Side[] = [];
  for (const [name, check] of Object.entries(checks)) {
    if (!inputs.every(check)) throw new Error(`${name} refuses a valid input.`);
    if (check({ nothing: 'of this' })) throw new Error(`${name} accepts an invalid input.`);
    sides.push({ name, run: (index) => check(inputs[index & (INPUT_COUNT - 1)]) });
  }
  return measureRoundRobin(sides, effort);
}

type Check = (value: unknown) => boolean;

function createOurs({ json }: ValidationCase): Record<string, Check> {
  const check = compileJsonSchema(readJsonSchema(json));
  const injected = jsonSchema(json, { compile: createAjvCompiler(createAjv()) });
  // What jsonSchema() gives is its reader too, of which the public type only shows the Standard Schema.
  const reader = injected as unknown as SchemaReader;
  const defaultTool = toTool(jsonSchema(json));
  const injectedTool = toTool(injected);
  return {
    // The inputs are parsed JSON.
    'ours, ajv injected': (value) => isOk(reader.check(value as JsonValue)),
    'ours, no eval': (value) => check(value as JsonValue).length === 0,
    'validate(), ajv injected': (value) => accepts(() => injectedTool.validate(value)),
    'validate(), no eval': (value) => accepts(() => defaultTool.validate(value)),
  };
}

function createOthers({ json, zod }: ValidationCase): Record<string, Check> {
  const compiled = createAjv().compile(json);
  const validator = new Validator(json, '2020-12', false);
  const typebox = Compile(json);
  return {
    floor: (value) => compiled(value),
    'zod safeParse': (value) => zod.safeParse(value).success,
    '@cfworker/json-schema': (value) => validator.validate(value).valid,
    'typebox Compile': (value) => typebox.Check(value),
  };
}

function toTool(inputSchema: InputSchema) {
  return defineTool({ name: 'checked', description: 'Is checked.', inputSchema, handler: () => 'done' });
}

function isOk(outcome: unknown): boolean {
  return (outcome as { ok: boolean }).ok;
}

function accepts(validate: () => unknown): boolean {
  try {
    return validate() !== undefined;
  } catch {
    // Refused, which is the answer.
    return false;
  }
}
