import type { Complaint } from './complaint.ts';
import { type Fields, findRecursion, isFields, typesOf, walkSchema } from './schema-walk.ts';

/** What the publishers of the same grammar compiler say differently. */
export interface ClaudeStrictOptions {
  /** Anthropic publishes a subset of regular expressions; AWS lists `pattern` nowhere. */
  readonly allowsPattern: boolean;
}

const keywords: readonly string[] = [
  '$defs',
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'default',
  'definitions',
  'description',
  'enum',
  'format',
  'items',
  'minItems',
  'properties',
  'required',
  'title',
  'type',
];

const formats: readonly unknown[] = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'uuid',
];

/**
 * The JSON Schema that strict tools of Claude take: Anthropic, "Structured outputs", "JSON Schema
 * limitations"; AWS, "Get validated JSON results from models"; and `transformJSONSchema` of Anthropic's SDK,
 * which keeps a keyword or moves it into the description.
 *
 * Not published, and so not checked: the depth, the size of the compiled grammar, whether an array needs
 * `items`, and which ranges of a quantifier are too large.
 */
export function* checkClaudeStrictSchema(root: unknown, options: ClaudeStrictOptions): Generator<Complaint> {
  const known = options.allowsPattern ? [...keywords, 'pattern'] : keywords;
  for (const { schema, pointer } of walkSchema(root)) {
    if (typeof schema === 'boolean') {
      // `additionalProperties: false` is the one place for it.
      const isClosing = schema === false && pointer.endsWith('/additionalProperties');
      if (!isClosing) yield { at: pointer, text: 'a strict schema is an object' };
      continue;
    }
    for (const keyword of Object.keys(schema)) {
      if (!known.includes(keyword))
        yield { at: `${pointer}/${keyword}`, text: 'no keyword of strict schemas' };
    }
    yield* checkNode(schema, pointer);
  }
  for (const at of findRecursion(root)) yield { at, text: 'a strict schema is not recursive' };
}

function* checkNode(schema: Fields, at: string): Generator<Complaint> {
  const says = ['type', 'anyOf', 'allOf', 'enum', 'const', '$ref'].some((keyword) => keyword in schema);
  if (!says) yield { at, text: 'a strict schema says a type, or what else it takes' };
  if ((typesOf(schema).includes('object') || 'properties' in schema) && !('additionalProperties' in schema)) {
    yield { at, text: 'a strict object says additionalProperties: false' };
  }
  if ('additionalProperties' in schema && schema.additionalProperties !== false) {
    yield { at: `${at}/additionalProperties`, text: 'has to be false' };
  }
  if ('format' in schema && !formats.includes(schema.format)) {
    yield { at: `${at}/format`, text: `${String(schema.format)} is no format of strict schemas` };
  }
  if ('minItems' in schema && schema.minItems !== 0 && schema.minItems !== 1) {
    yield { at: `${at}/minItems`, text: 'has to be 0 or 1' };
  }
  const literals = [...(Array.isArray(schema.enum) ? schema.enum : []), schema.const];
  if (literals.some((value) => typeof value === 'object' && value !== null)) {
    yield { at, text: 'values are texts, numbers, booleans or null' };
  }
  if (Array.isArray(schema.allOf) && schema.allOf.some((part) => isFields(part) && '$ref' in part)) {
    yield { at: `${at}/allOf`, text: 'allOf cannot be combined with $ref' };
  }
  if (typeof schema.pattern === 'string' && /\\[bB1-9]|\(\?[=!<]/.test(schema.pattern)) {
    yield { at: `${at}/pattern`, text: 'has look-around, a word boundary or a back-reference' };
  }
}
