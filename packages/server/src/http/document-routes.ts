import { createHash } from 'node:crypto';
import { z } from 'zod';
import { serviceVersion } from '../service/service-version.ts';
import { renderDocsPage } from './reference/docs-page.ts';
import { docsStyle } from './reference/docs-style.ts';
import { type OpenApiOptions, toOpenApi } from './reference/to-open-api.ts';
import { defineRoute, type Route, type RouteAnswer } from './route.ts';

/** The routes of the OpenAPI document and of the reference page. Both are made when they are first asked for. */
export function createDocumentRoutes(
  routes: readonly Route[],
  options: OpenApiOptions = { version: serviceVersion },
): readonly Route[] {
  const all: Route[] = [...routes];
  const document = once(() => toOpenApi(all, options));
  const documentAnswer = once(() =>
    toAnswer(JSON.stringify(document()), { 'content-type': 'application/json' }),
  );
  const pageAnswer = once(() =>
    toAnswer(renderDocsPage(document()), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(),
      'referrer-policy': 'no-referrer',
    }),
  );
  const added = [
    defineRoute({
      method: 'GET',
      path: '/openapi.json',
      id: 'getOpenApi',
      access: 'public',
      toolsetLimit: 'unaffected',
      tag: 'operations',
      summary: 'Get this interface as an OpenAPI 3.1 document',
      answers: { 200: z.record(z.string(), z.unknown()), 304: null },
      handle: documentAnswer,
    }),
    defineRoute({
      method: 'GET',
      path: '/docs',
      id: 'getDocs',
      access: 'public',
      toolsetLimit: 'unaffected',
      tag: 'operations',
      summary: 'Get the reference page',
      answers: { 200: 'text/html', 304: null },
      handle: pageAnswer,
    }),
  ];
  all.push(...added);
  return added;
}

function toAnswer(text: string, headers: Readonly<Record<string, string>>): RouteAnswer {
  return {
    body: text,
    headers: { ...headers, 'cache-control': 'public, no-cache' },
    etag: createHash('sha256').update(text).digest('base64url'),
  };
}

/** Its one style sheet may be used, and nothing else. */
function pagePolicy(): string {
  const hash = createHash('sha256').update(docsStyle).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
