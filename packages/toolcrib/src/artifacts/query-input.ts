import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigError } from '../core/errors.ts';
import { isPlainObject, type JsonObject } from '../core/json.ts';
import { JsonSchema } from '../core/schema/json-schema.ts';
import { readSchema } from '../core/schema/read-schema.ts';
import type { InputSchema, LibrarySchema } from '../core/schema/tool-schema.ts';

/** What was asked of which artifacts. */
export interface QuestionAsked {
  /** As the model wrote them, none twice. */
  readonly ids: readonly string[];
  readonly args: unknown;
}

/** The schema of a query together with the ids of the artifacts, read once for all tools made of it. */
export interface QueryInput {
  readonly schema: InputSchema;
  /** Splits what the schema accepted. */
  split(accepted: unknown): QuestionAsked;
}

/** How many artifacts can be asked in one call. */
const MAX_ARTIFACTS = 16;

const artifacts: JsonObject = {
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  maxItems: MAX_ARTIFACTS,
  description: 'Ids of stored results; artifact_list lists them.',
};

/** Only the ids, where a library checks the rest. */
const idsOnly = new JsonSchema<{ readonly artifacts: readonly string[] }>({
  type: 'object',
  properties: { artifacts },
  required: ['artifacts'],
});

/** @throws ConfigError `E_INVALID_TOOL`, or the `E_SCHEMA_…` code of the limit that the schema breaks. */
export function readQueryInput(queryName: string, schema: InputSchema): QueryInput {
  const { json } = readSchema(schema, 'input');
  const properties = isPlainObject(json.properties) ? json.properties : {};
  if (Object.hasOwn(properties, 'artifacts')) {
    const message = `The schema of query "${queryName}" has a property "artifacts", which every query gets by itself.`;
    throw new ConfigError('E_INVALID_TOOL', message, {
      context: { toolName: queryName, field: 'inputSchema' },
    });
  }
  const required = Array.isArray(json.required) ? json.required : [];
  const whole = {
    ...json,
    properties: { artifacts, ...properties },
    required: ['artifacts', ...required],
  };
  return isLibrarySchema(schema) ? librarySchemaInput(whole, schema) : plainInput(whole);
}

/** One check for everything. */
function plainInput(whole: JsonObject): QueryInput {
  return {
    schema: new JsonSchema(whole),
    split: (accepted) => {
      const { artifacts: ids, ...args } = accepted as { readonly artifacts: readonly string[] };
      return { ids: [...new Set(ids)], args: Object.freeze(args) };
    },
  };
}

/** The library checks its own part, and may make anything of it. */
function librarySchemaInput(whole: JsonObject, own: LibrarySchema): QueryInput {
  const schema: LibrarySchema<unknown, QuestionAsked> = {
    '~standard': {
      version: 1,
      vendor: 'toolcrib',
      jsonSchema: { input: () => ({ ...whole }), output: () => ({ ...whole }) },
      validate: (value) => {
        const { artifacts: ids, ...rest } = isPlainObject(value) ? value : {};
        const forIds = idsOnly.validate(ids === undefined ? {} : { artifacts: ids });
        const join = (forRest: StandardSchemaV1.Result<unknown>): StandardSchemaV1.Result<QuestionAsked> =>
          forIds.issues || forRest.issues
            ? { issues: [...(forIds.issues ?? []), ...(forRest.issues ?? [])] }
            : { value: { ids: [...new Set(forIds.value.artifacts)], args: forRest.value } };
        const checking = own['~standard'].validate(rest);
        return checking instanceof Promise ? checking.then(join) : join(checking);
      },
    },
  };
  // `validate` above is the only one that makes what is split here.
  return { schema, split: (accepted) => accepted as QuestionAsked };
}

function isLibrarySchema(schema: InputSchema): schema is LibrarySchema {
  return '~standard' in schema;
}
