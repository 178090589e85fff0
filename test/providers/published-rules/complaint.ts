import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Fields, findDanglingRefs, isFields } from './schema-walk.ts';

/** What breaks a rule, and where. */
export interface Complaint {
  /** A JSON Pointer into the tool. */
  readonly at: string;
  readonly text: string;
}

/** Says what breaks the rules as sentences that name the tool. */
export function toSentences(tool: string, complaints: Iterable<Complaint>): string[] {
  return [...complaints].map(({ at, text }) => `${tool} at ${at === '' ? 'its root' : at}: ${text}`);
}

/** A tool as the messages call it: by its name or, without one, by its place. */
export function labelOf(name: unknown, at: number): string {
  return typeof name === 'string' && name !== '' ? name : `tool ${at}`;
}

/** Fields that are not of the wire format, and fields that it needs. */
export function checkKeys(
  fields: Fields,
  rule: { readonly required: readonly string[]; readonly optional: readonly string[]; readonly at: string },
): Complaint[] {
  const known = [...rule.required, ...rule.optional];
  return [
    ...Object.keys(fields)
      .filter((key) => !known.includes(key))
      .map((key) => ({ at: `${rule.at}/${key}`, text: 'the wire format has no such field' })),
    ...rule.required
      .filter((key) => fields[key] === undefined)
      .map((key) => ({ at: `${rule.at}/${key}`, text: 'the field is required' })),
  ];
}

export function checkName(
  name: unknown,
  rule: { readonly pattern: RegExp; readonly at: string },
): Complaint[] {
  const isLegal = typeof name === 'string' && rule.pattern.test(name);
  return isLegal ? [] : [{ at: rule.at, text: `a name has to match ${rule.pattern.source}` }];
}

export function checkText(value: unknown, at: string): Complaint[] {
  return value === undefined || typeof value === 'string' ? [] : [{ at, text: 'a description is a text' }];
}

/** Names that more than one tool of a request has. */
export function findSharedNames(names: readonly unknown[]): string[] {
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(twice)].map((name) => `${String(name)}: a name stands for one tool of a request`);
}

/** Adds a place before those of complaints. */
export function under(at: string, complaints: Iterable<Complaint>): Complaint[] {
  return [...complaints].map((complaint) => ({ ...complaint, at: `${at}${complaint.at}` }));
}

const fitsMetaSchema = getMetaSchema();

function getMetaSchema(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, allErrors: true });
  const validate = ajv.getSchema('https://json-schema.org/draft/2020-12/schema');
  if (validate === undefined) throw new Error('Ajv has no meta-schema of draft 2020-12.');
  return validate as ValidateFunction;
}

/** Whether a schema is one: it fits the meta-schema of draft 2020-12, and its references lead somewhere. */
export function checkDocument(schema: unknown): Complaint[] {
  const errors = fitsMetaSchema(schema) ? [] : (fitsMetaSchema.errors ?? []);
  // The meta-schema is many, and each says the same again.
  const places = new Map(errors.map(({ instancePath, message }) => [instancePath, message ?? 'is wrong']));
  return [
    ...[...places].map(([at, message]) => ({ at, text: `is no JSON Schema 2020-12: ${message}` })),
    ...findDanglingRefs(schema).map(({ pointer, ref }) => ({
      at: pointer,
      text: `the reference ${JSON.stringify(ref)} leads nowhere in this schema`,
    })),
  ];
}

/** The root of arguments is always an object. */
export function checkRootType(schema: unknown): Complaint[] {
  return isFields(schema) && schema.type === 'object'
    ? []
    : [{ at: '/type', text: 'the root schema has to say type: object' }];
}
