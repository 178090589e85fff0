import { docsStyle } from './docs-style.ts';
import { escapeHtml } from './escape-html.ts';
import type {
  ContentObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from './open-api-document.ts';
import { renderSchema, renderText } from './render-schema.ts';
import { describeAccess } from './to-open-api.ts';

type Place = { readonly method: string; readonly path: string; readonly operation: OperationObject };

/** The reference page of a document: one HTML file without scripts, and without anything from elsewhere. */
export function renderDocsPage(document: OpenApiDocument): string {
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Place => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    places: places.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const { info, components } = document;
  const schemas = Object.entries(components.schemas);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(info.title)} reference</title><style>${docsStyle}</style></head><body>
<nav aria-label="Operations"><a href="#top"><b>${escapeHtml(info.title)}</b></a> ${escapeHtml(info.version)}
${groups.map((group) => renderMenu(group.name, group.places)).join('')}
<h2>Schemas</h2><ul>${schemas.map(([name]) => `<li><a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
<main id="top"><h1>${escapeHtml(info.title)} reference</h1>
${info.description
  .split('\n\n')
  .map((text) => `<p>${renderText(text)}</p>`)
  .join('')}
<p>As a document for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${groups.map((group) => `<h2>${escapeHtml(group.name)}</h2>${group.places.map(renderOperation).join('')}`).join('')}
<h2>Schemas</h2>${schemas.map(([name, schema]) => `<section class="operation" id="schema-${escapeHtml(name)}"><h3><code>${escapeHtml(name)}</code></h3>${renderSchema(schema)}</section>`).join('')}
</main></body></html>
`;
}

function renderMenu(name: string, places: readonly Place[]): string {
  const items = places.map(({ operation }) => {
    const id = escapeHtml(operation.operationId);
    return `<li><a href="#${id}" title="${escapeHtml(operation.summary)}">${escapeHtml(operation.summary)}</a></li>`;
  });
  return `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
}

function renderOperation({ method, path, operation }: Place): string {
  const { parameters = [], requestBody, description } = operation;
  return `<section class="operation" id="${escapeHtml(operation.operationId)}">
<h3><span class="method ${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</span> <code class="path">${escapeHtml(path)}</code></h3>
<p><b>${renderText(operation.summary)}.</b> <span class="access">${escapeHtml(describeAccess(operation))}</span></p>
${description === undefined ? '' : `<p>${renderText(description)}</p>`}
${renderParameters('In the path', parameters, 'path')}${renderParameters('In the query', parameters, 'query')}
${requestBody === undefined ? '' : `<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>${renderContent(requestBody.content)}`}
<h4>Answers</h4><ul class="fields">${Object.entries(operation.responses).map(renderAnswer).join('')}</ul>
<details><summary>curl</summary><pre>${escapeHtml(toCurl({ method, path, operation }))}</pre></details></section>`;
}

function renderParameters(
  title: string,
  parameters: readonly ParameterObject[],
  place: ParameterObject['in'],
): string {
  const items = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) => {
      const about = description === undefined ? '' : ` ${renderText(description)}`;
      return `<li><code>${escapeHtml(name)}</code> ${required ? '' : '<i>optional</i> '}${renderSchema(schema)}${about}</li>`;
    });
  return items.length === 0 ? '' : `<h4>${title}</h4><ul class="fields">${items.join('')}</ul>`;
}

function renderAnswer([status, answer]: [string, ResponseObject | { readonly $ref: string }]): string {
  if ('$ref' in answer) return '<li><code>4xx, 5xx</code> <a href="#schema-Problem">Problem</a></li>';
  const content = answer.content === undefined ? '' : renderContent(answer.content);
  return `<li><code>${escapeHtml(status)}</code> ${escapeHtml(answer.description)} ${content}</li>`;
}

function renderContent(content: ContentObject): string {
  return Object.entries(content)
    .map(([media, { schema }]) =>
      media === 'application/json' ? renderSchema(schema) : `<code class="type">${escapeHtml(media)}</code>`,
    )
    .join('');
}

function toCurl({ method, path, operation }: Place): string {
  const words = ['curl'];
  if (method !== 'get') words.push(`-X ${method.toUpperCase()}`);
  if (operation['x-permission'] !== 'public') words.push('-H "Authorization: Bearer $TOOLCRIB_KEY"');
  if (operation.requestBody !== undefined) words.push("-H 'Content-Type: application/json' -d '{ … }'");
  return `${words.join(' ')} "$TOOLCRIB_URL${path}"`;
}
