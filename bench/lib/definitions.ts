import { z } from 'zod';
import { createBase, type Definition, fieldName } from './json-definitions.ts';

export { createArguments, createDefinition, createDefinitions, type Definition } from './json-definitions.ts';

/** A definition whose schema is of Zod. */
export interface ZodDefinition extends Omit<Definition, 'json'> {
  readonly zod: z.ZodObject;
}

/** As `createDefinitions`, with Zod schemas that nobody has seen before. */
export function createZodDefinitions(count: number): ZodDefinition[] {
  return Array.from({ length: count }, (_, index) => ({ ...createBase(index), zod: createZodSchema(index) }));
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
