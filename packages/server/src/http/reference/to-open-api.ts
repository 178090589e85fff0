import type { z } from 'zod';
import type { Route } from '../route.ts';
import { paramNames } from '../router.ts';
import type {
  ContentObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from './open-api-document.ts';
import { problemSchema } from './problem-schema.ts';
import { createSchemaBook, type SchemaBook } from './schema-book.ts';

/** What the document says of the service itself. */
export interface OpenApiOptions {
  readonly version: string;
  /** Where the service is. @default where the document was got */
  readonly url?: string | undefined;
}

const description = `The HTTP interface of Toolcrib, the tool registry for AI agents.

Send an API key or a token as \`Authorization: Bearer …\`. Errors are problem details (RFC 9457) with a \`code\` that
programs can rely on. A key that is limited to toolsets sees and changes only what is in them: the rest is answered like what
doesn't exist, and operations with \`x-toolset-limit: refused\` aren't for it. Lists come in pages: pass \`nextCursor\` as \`after\`. Unknown fields are refused.`;

/** The OpenAPI 3.1 document of a table of routes, made of the very schemas that requests are checked with. */
export function toOpenApi(routes: readonly Route[], options: OpenApiOptions): OpenApiDocument {
  const book = createSchemaBook();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(route, book) };
  }
  const problem = book.write({ schema: problemSchema, side: 'output', place: 'Problem' });
  return book.settle<OpenApiDocument>({
    openapi: '3.1.0',
    info: { title: 'Toolcrib', version: options.version, description },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    ...(options.url === undefined ? {} : { servers: [{ url: options.url }] }),
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: book.components(),
      responses: {
        Problem: {
          description: 'What went wrong.',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or a JWT of a configured issuer.',
        },
      },
    },
  });
}

function toOperation(route: Route, book: SchemaBook): OperationObject {
  const parameters = [...pathParameters(route, book), ...queryParameters(route, book)];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    'x-permission': route.access,
    'x-toolset-limit': route.toolsetLimit,
    ...(route.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, book),
    responses: responses(route, book),
  };
}

function pathParameters(route: Route, book: SchemaBook): ParameterObject[] {
  const properties = propertiesOf(route.params, { place: `${route.id}Path`, book });
  return paramNames(route.path).map((name) => ({
    ...toParameter(name, properties.schemas[name] ?? { type: 'string' }),
    in: 'path',
    required: true,
  }));
}

function queryParameters(route: Route, book: SchemaBook): ParameterObject[] {
  const { schemas, required } = propertiesOf(route.query, { place: `${route.id}Query`, book });
  return Object.entries(schemas).map(([name, schema]) => ({
    ...toParameter(name, schema),
    in: 'query',
    required: required.includes(name),
  }));
}

function toParameter(
  name: string,
  schema: SchemaObject,
): Pick<ParameterObject, 'name' | 'description' | 'schema'> {
  const { description: text, ...rest } = schema;
  return typeof text === 'string' ? { name, description: text, schema: rest } : { name, schema };
}

/** The properties of an object schema; none if there is no schema. */
function propertiesOf(
  schema: z.ZodType | undefined,
  { place, book }: { readonly place: string; readonly book: SchemaBook },
): { readonly schemas: Readonly<Record<string, SchemaObject>>; readonly required: readonly string[] } {
  if (schema === undefined) return { schemas: {}, required: [] };
  const written = book.write({ schema, side: 'input', place });
  const { properties = {}, required = [] } = written as {
    properties?: Record<string, SchemaObject>;
    required?: string[];
  };
  return { schemas: properties, required };
}

function requestBody({ id, body }: Route, book: SchemaBook): Pick<OperationObject, 'requestBody'> {
  if (body === undefined) return {};
  const schema = book.write({ schema: body, side: 'input', place: `${id}Body` });
  const isRequired = !body.safeParse(undefined).success;
  return { requestBody: { required: isRequired, content: { 'application/json': { schema } } } };
}

function responses(route: Route, book: SchemaBook): OperationObject['responses'] {
  const answers: Record<string, ResponseObject | { readonly $ref: string }> = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    answers[status] = toAnswer(answer, { status, place: `${route.id}${status}`, book });
  }
  answers.default = { $ref: '#/components/responses/Problem' };
  return answers;
}

function toAnswer(
  answer: z.ZodType | null | string,
  { status, place, book }: { readonly status: string; readonly place: string; readonly book: SchemaBook },
): ResponseObject {
  const text = statusTexts[status] ?? 'Done.';
  if (answer === null) return { description: text };
  const content: ContentObject =
    typeof answer === 'string'
      ? { [answer]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: book.write({ schema: answer, side: 'output', place }) } };
  return { description: text, content };
}

const statusTexts: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it goes on.',
  204: 'Done; there is nothing to say.',
  304: 'It is still what you have.',
};

/** Who may use a route, in words. */
export function describeAccess({
  'x-permission': access,
  'x-toolset-limit': limit,
}: Pick<OperationObject, 'x-permission' | 'x-toolset-limit'>): string {
  if (access === 'public') return 'Open to everybody.';
  if (access === 'authenticated') return 'Needs a key or a token.';
  const needed = `Needs the permission ${access}`;
  return limit === 'refused' ? `${needed}, not limited to toolsets.` : `${needed}.`;
}
