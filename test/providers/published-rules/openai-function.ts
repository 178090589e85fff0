import { type Complaint, checkDocument, checkRootType } from './complaint.ts';
import { checkOpenAIStrictSchema } from './openai-strict-schema.ts';
import { isFields, typesOf, walkSchemaFields } from './schema-walk.ts';

export const openAINamePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * What is wrong with the parameters of a function. Both APIs judge them alike: the guides "Function calling"
 * and "Structured outputs", and the messages of refusals (the root is an object with `properties` and no
 * combination; an array names its `items`).
 */
export function* checkOpenAIParameters(
  schema: unknown,
  rule: { readonly isStrict: boolean },
): Generator<Complaint> {
  yield* checkDocument(schema);
  yield* checkRootType(schema);
  if (isFields(schema)) {
    for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not']) {
      if (keyword in schema) yield { at: `/${keyword}`, text: 'is not taken at the root' };
    }
    if (!isFields(schema.properties)) yield { at: '/properties', text: 'the root has properties' };
  }
  for (const { schema: node, pointer } of walkSchemaFields(schema)) {
    if (typesOf(node).includes('array') && node.items === undefined) {
      yield { at: pointer, text: 'an array names its items' };
    }
  }
  if (rule.isStrict) yield* checkOpenAIStrictSchema(schema);
}
