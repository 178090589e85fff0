import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type {
  OpenApiDocument,
  OperationObject,
} from '../../packages/server/src/http/reference/open-api-document.ts';
import { openTestService } from './open-service.ts';

type Place = { readonly path: string; readonly method: string; readonly operation: OperationObject };

async function loadDocument(): Promise<OpenApiDocument> {
  const { ask } = await openTestService();
  return (await ask('GET', '/openapi.json', { as: null })).body;
}

function placesOf({ paths }: OpenApiDocument): readonly Place[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Every schema of a document, each with where it is; those inside of others come with them. */
function schemasOf(document: OpenApiDocument): readonly (readonly [string, unknown])[] {
  const found: [string, unknown][] = Object.entries(document.components.schemas);
  for (const { operation } of placesOf(document)) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    for (const { name, schema } of parameters) found.push([`${operationId} ${name}`, schema]);
    for (const body of [requestBody, ...Object.values(responses)]) {
      const content = body !== undefined && 'content' in body ? body.content : undefined;
      for (const { schema } of Object.values(content ?? {})) found.push([operationId, schema]);
    }
  }
  return found;
}

function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesOf)];
}

function resolve(document: OpenApiDocument, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

describe('the OpenAPI document of the service', () => {
  it('has the form of OpenAPI 3.1', async () => {
    const document = await loadDocument();
    const places = placesOf(document);

    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(Object.keys(document).toSorted()).toEqual(
      ['components', 'info', 'jsonSchemaDialect', 'openapi', 'paths', 'security', 'tags'].toSorted(),
    );
    expect(new Set(places.map(({ operation }) => operation.operationId)).size).toBe(places.length);
    const tags = document.tags.map(({ name }) => name);
    const templates = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(templates).size).toBe(templates.length);
    for (const { path, method, operation } of places) {
      expect(path).toMatch(/^(?:\/(?:[\w.-]+|\{\w+\}))+$/);
      expect(['get', 'put', 'post', 'delete', 'patch']).toContain(method);
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
      expect(method === 'get' ? operation.requestBody : undefined).toBeUndefined();
      for (const status of Object.keys(operation.responses))
        expect(status).toMatch(/^(?:[1-5]\d\d|default)$/);
    }
  });

  it('declares each parameter of a path once, and no other', async () => {
    for (const { path, operation } of placesOf(await loadDocument())) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const all = (operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);

      expect(declared.map(({ name }) => name)).toEqual(names);
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('holds nothing but schemas of JSON Schema 2020-12, and refers to nothing that is not there', async () => {
    const document = await loadDocument();
    const ajv = new Ajv2020({ strict: false });

    for (const [place, schema] of schemasOf(document)) {
      expect(ajv.validateSchema(schema as object), `${place}: ${ajv.errorsText()}`).toBe(true);
    }
    const references = new Set(referencesOf(document));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/(?:schemas|responses)\/\w+$/);
      expect(resolve(document, reference), reference).toBeDefined();
    }
    for (const scheme of document.security.flatMap(Object.keys)) {
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
    }
  });
});
