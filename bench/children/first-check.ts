import { Validator } from '@cfworker/json-schema';
import { type JsonValue, jsonSchema } from 'toolcrib';
import { Compile } from 'typebox/schema';
import { compileJsonSchema } from '../../packages/toolcrib/src/core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';
import type { SchemaReader } from '../../packages/toolcrib/src/core/schema/schema-reader.ts';
import { createAjv, createAjvCompiler } from '../lib/compile-with-ajv.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { type CaseName, createCase, createZodSchema } from '../lib/validation-cases.ts';

interface Input {
  readonly caseName: CaseName;
  readonly effort: Effort;
}

/** From a schema that was never seen to the answer to one valid input. */
export async function measure({ caseName, effort }: Input): Promise<Sample[]> {
  const { json, inputs } = createCase(caseName);
  const text = JSON.stringify(json);
  const [input] = inputs as JsonValue[];
  if (input === undefined) throw new Error('There is no input.');
  /** Ajv remembers every schema that it has compiled, which is why it is also told to forget. */
  const fresh = (): Record<string, unknown> => JSON.parse(text);
  const ajv = createAjv();
  const injectedAjv = createAjv();
  const compile = createAjvCompiler(injectedAjv);

  const sides: Side[] = [
    { name: 'floor', run: () => ajv.removeSchema().compile(fresh())(input) },
    { name: 'ours, no eval', run: () => compileJsonSchema(readJsonSchema(fresh()))(input) },
    {
      name: 'ours, ajv injected',
      run: () => {
        injectedAjv.removeSchema();
        // What jsonSchema() gives is its reader too.
        return (jsonSchema(fresh(), { compile }) as unknown as SchemaReader).check(input);
      },
    },
    { name: 'zod, schema and safeParse', run: () => createZodSchema(caseName).safeParse(input) },
    { name: '@cfworker/json-schema', run: () => new Validator(fresh(), '2020-12', false).validate(input) },
    { name: 'typebox Compile', run: () => Compile(fresh()).Check(input) },
  ];
  return measureRoundRobin(sides, effort);
}
