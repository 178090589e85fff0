import type { JsonObject } from 'toolcrib';

/** What a client is told in the place of a result that is too large to be sent. */
export type StoredResult = {
  readonly callId: string;
  /** Of the resource that has all of it. */
  readonly uri: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** What is there and how to read it, for a model. */
  readonly message: string;
  /** The beginning, without secrets; empty for what is no text. */
  readonly preview: string;
};

/** What a client is told in the place of a result that does not fit its output schema without its secrets. */
export type RedactedResult = {
  readonly callId: string;
  /** What was taken out, and how a developer can have it shown, for a model. */
  readonly message: string;
  /** The result as JSON, as far as it still is JSON without the secrets. */
  readonly text: string;
};

/** The schema of structured content that only says where the result is stored. */
const storedResultSchema: JsonObject = {
  type: 'object',
  properties: {
    storedResult: {
      type: 'object',
      description: 'The result is too large to be sent. It is stored, and read with query_result.',
      properties: {
        callId: { type: 'string' },
        uri: { type: 'string' },
        mimeType: { type: 'string' },
        bytes: { type: 'integer' },
        message: { type: 'string' },
        preview: { type: 'string' },
      },
      required: ['callId', 'uri', 'mimeType', 'bytes', 'message', 'preview'],
    },
  },
  required: ['storedResult'],
};

/** The schema of structured content that only has the result as text. */
const redactedResultSchema: JsonObject = {
  type: 'object',
  properties: {
    redactedResult: {
      type: 'object',
      description: 'Secrets were taken out of the result, so it does not fit the schema. It is JSON as text.',
      properties: { callId: { type: 'string' }, message: { type: 'string' }, text: { type: 'string' } },
      required: ['callId', 'message', 'text'],
    },
  },
  required: ['redactedResult'],
};

/** References that still lead to their place when a schema becomes an alternative of another one. */
const STABLE_REFERENCE = /^#(?:$|[^/]|\/(?:\$defs|definitions)\/)/;

/**
 * An output schema as clients are shown it: the result, where it is stored, or its text without secrets. Clients check
 * structured content against the schema that was listed, and refuse a result without any. Undefined if a reference in the
 * schema would lead elsewhere then.
 */
export function admitOtherResults(schema: JsonObject): JsonObject | undefined {
  if (!hasStableReferences(schema)) return undefined;
  const { $schema, $id, $defs, definitions, ...own } = schema;
  return {
    ...($schema !== undefined && { $schema }),
    ...($id !== undefined && { $id }),
    ...(own.type === 'object' && { type: 'object' }),
    anyOf: [own, storedResultSchema, redactedResultSchema],
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** Data that looks like a reference counts as one. */
function hasStableReferences(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) =>
    key === '$ref' || key === '$dynamicRef' ? STABLE_REFERENCE.test(String(item)) : hasStableReferences(item),
  );
}
