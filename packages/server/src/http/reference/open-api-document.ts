/** A JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** One parameter of an operation. */
export type ParameterObject = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
};

/** Content by media type. */
export type ContentObject = { readonly [mediaType: string]: { readonly schema: SchemaObject } };

/** One answer of an operation. */
export type ResponseObject = { readonly description: string; readonly content?: ContentObject };

/** One operation: what a method does at a path. */
export type OperationObject = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Who may use it; see `RouteAccess`. */
  readonly 'x-permission': string;
  readonly 'x-toolset-limit': string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required: boolean; readonly content: ContentObject };
  readonly responses: { readonly [status: string]: ResponseObject | { readonly $ref: string } };
};

/** What we use of an OpenAPI 3.1 document. */
export type OpenApiDocument = {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly jsonSchemaDialect: string;
  readonly servers?: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: OperationObject } };
  readonly components: {
    readonly schemas: { readonly [name: string]: SchemaObject };
    readonly responses: { readonly [name: string]: ResponseObject };
    readonly securitySchemes: { readonly [name: string]: SchemaObject };
  };
};
