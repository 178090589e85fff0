import { copyJson, isJsonArray, isJsonObject, type JsonValue } from '../json.ts';
import { pointerTo } from '../json-pointer.ts';
import type { SchemaSide } from './read-schema.ts';
import type { LibrarySchema } from './tool-schema.ts';

/** A type in a schema whose values can never come from JSON. */
export interface ForeignType {
  /** Such as `Date`. */
  readonly name: string;
  /** Where it is, in the JSON Schema. */
  readonly pointer: string;
}

/** The keyword that a library is made to write where such a type is. */
const MARK = 'x-toolcrib-foreign-type';

const MAX_DEPTH = 64;

type Json = Readonly<Record<string, unknown>>;

/** What the hooks of the libraries are given. Nothing of it is relied on. */
interface ZodPlace {
  readonly zodSchema?: { readonly _zod?: { readonly def?: ZodDefinition } };
  readonly jsonSchema?: Record<string, unknown>;
}

interface ZodDefinition {
  readonly type?: unknown;
  readonly in?: { readonly _zod?: { readonly def?: { readonly type?: unknown } } };
}

const zodTypes: Readonly<Record<string, string>> = {
  file: 'File',
  date: 'Date',
  bigint: 'bigint',
  map: 'Map',
  set: 'Set',
  symbol: 'symbol',
  function: 'function',
  custom: 'custom type',
  nan: 'NaN',
  undefined: 'undefined',
  void: 'void',
};

const valibotTypes: Readonly<Record<string, string>> = {
  ...zodTypes,
  blob: 'Blob',
  instance: 'class',
  promise: 'Promise',
};

const mark = (base: unknown, name: string): Json => ({ ...Object(base), [MARK]: name });

/** By library, how it is made to mark such types instead of refusing or leaving them out. */
const markings: Readonly<Record<string, Json>> = {
  zod: { unrepresentable: 'any', override: markZodType },
  valibot: {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }: Json) => {
      const { type } = Object(valibotSchema) as Json;
      const name =
        typeof type === 'string' && Object.hasOwn(valibotTypes, type) ? valibotTypes[type] : undefined;
      return name === undefined ? undefined : mark(jsonSchema, name);
    },
  },
  arktype: {
    fallback: {
      date: ({ base }: Json) => mark(base, 'Date'),
      proto: ({ base, proto }: Json) => mark(base, nameOf(proto)),
      domain: ({ base, domain }: Json) => mark(base, String(domain)),
    },
  },
};

function markZodType({ zodSchema, jsonSchema }: ZodPlace): void {
  const { type, in: input } = zodSchema?._zod?.def ?? {};
  if (jsonSchema === undefined || typeof type !== 'string') return;
  if (Object.hasOwn(zodTypes, type)) jsonSchema[MARK] = zodTypes[type];
  // What goes through a function first, or has a fallback, can be made of JSON.
  const isMade = type === 'catch' || (type === 'pipe' && input?._zod?.def?.type === 'transform');
  if (isMade) delete jsonSchema[MARK];
}

/** The first type in a library's schema whose values JSON cannot say; undefined if there is none, or the library does not tell. */
export function findForeignType(
  { vendor, jsonSchema }: LibrarySchema['~standard'],
  side: SchemaSide,
): ForeignType | undefined {
  const libraryOptions = Object.hasOwn(markings, vendor) ? markings[vendor] : undefined;
  if (libraryOptions === undefined) return undefined;
  try {
    const marked = copyJson(jsonSchema[side]({ target: 'draft-2020-12', libraryOptions }));
    return marked.ok ? findMark(marked.value, '', 0) : undefined;
  } catch {
    // A version that does not know these options says what is wrong by itself.
    return undefined;
  }
}

function findMark(schema: JsonValue, pointer: string, depth: number): ForeignType | undefined {
  if (depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return undefined;
  if (isJsonObject(schema) && typeof schema[MARK] === 'string') return { name: schema[MARK], pointer };
  const entries = isJsonArray(schema) ? [...schema.entries()] : Object.entries(schema);
  for (const [step, inner] of entries) {
    const found = findMark(inner, pointerTo(pointer, step), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameOf(made: unknown): string {
  return typeof made === 'function' && made.name !== '' ? made.name : 'class';
}

const hints: Readonly<Record<string, string>> = {
  File: 'Take a URL, a base64 string or the id of an artifact, and make the file in the handler.',
  Blob: 'Take a URL, a base64 string or the id of an artifact, and make the blob in the handler.',
  Date: 'Take a string, such as an ISO date and time, and make the date by a codec or in the handler.',
  bigint: 'Take a string of digits, and make the number in the handler.',
  Map: 'Take an object.',
  Set: 'Take an array.',
};

/** What to take instead of such a type. */
export function hintOf({ name }: ForeignType): string {
  return (Object.hasOwn(hints, name) ? hints[name] : undefined) ?? 'Take a type that JSON has.';
}

/** The field that a pointer into a JSON Schema leads to, such as `files[]`; empty for the value itself. */
export function fieldOf({ pointer }: ForeignType): string {
  const steps = pointer.split('/').slice(1);
  let field = '';
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    if (step === 'properties' || step === '$defs') {
      const name = (steps[++at] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
      field += field === '' ? name : `.${name}`;
    } else if (step === 'items' || step === 'prefixItems') field += '[]';
    else if (step === 'additionalProperties') field += '.*';
  }
  return field;
}
