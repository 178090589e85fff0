import { escapeHtml } from './escape-html.ts';
import type { SchemaObject } from './open-api-document.ts';

const MAX_DEPTH = 6;

/** A schema as HTML: objects as lists of their fields, everything else in a few words. Named ones are linked. */
export function renderSchema(schema: SchemaObject, depth = 0): string {
  const fields = fieldsOf(schema);
  const about =
    typeof schema.description === 'string' ? ` <span>${renderText(schema.description)}</span>` : '';
  const head = `<code class="type">${describeType(schema)}</code>${about}`;
  if (fields === '' || depth >= MAX_DEPTH) return head;
  return `${head}<ul class="fields">${fields}</ul>`;

  function fieldsOf(value: SchemaObject): string {
    const item = value.items as SchemaObject | undefined;
    if (item?.properties !== undefined) return fieldsOf(item);
    const properties = (value.properties ?? {}) as Readonly<Record<string, SchemaObject>>;
    const required = (value.required ?? []) as readonly string[];
    return Object.entries(properties)
      .map(([name, property]) => {
        const mark = required.includes(name) ? '' : '<i>optional</i> ';
        return `<li><code>${escapeHtml(name)}</code> ${mark}${renderSchema(property, depth + 1)}</li>`;
      })
      .join('');
  }
}

/** Text of ours with `code` marked as such. */
export function renderText(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join('');
}

/** HTML of what kind of value it is, with its limits. */
function describeType(schema: SchemaObject | boolean): string {
  if (typeof schema === 'boolean') return schema ? 'any' : 'nothing';
  const { $ref, anyOf, oneOf, allOf, enum: values } = schema;
  if (typeof $ref === 'string') return renderLink($ref);
  for (const [parts, word] of [
    [anyOf, ' | '],
    [oneOf, ' | '],
    [allOf, ' & '],
  ] as const) {
    if (Array.isArray(parts)) return parts.map((part) => describeType(part as SchemaObject)).join(word);
  }
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const) ?? '');
  if (Array.isArray(values)) return describeValues(values);
  if (schema.type === 'array') return describeArray(schema);
  const type = schema.type === undefined ? 'any' : [schema.type].flat().join(' | ');
  return escapeHtml(`${type}${describeLimits(schema)}`);
}

function describeArray({ prefixItems, items }: SchemaObject): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => describeType(item)).join(', ')}]`;
  const inner = items === undefined ? 'any' : describeType(items as SchemaObject);
  return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`;
}

const MAX_VALUES = 12;

function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value) ?? '');
  return escapeHtml(shown.join(' | ') + (values.length > MAX_VALUES ? ' | …' : ''));
}

function renderLink(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function describeLimits(schema: SchemaObject): string {
  const words: string[] = [];
  if (typeof schema.format === 'string') words.push(schema.format);
  for (const [keyword, sign] of [
    ['minLength', '≥'],
    ['maxLength', '≤'],
    ['minimum', '≥'],
    ['maximum', '≤'],
  ] as const) {
    const value = schema[keyword];
    // What zod writes for any safe integer says nothing.
    if (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER) {
      words.push(`${keyword.endsWith('Length') ? 'length ' : ''}${sign} ${value}`);
    }
  }
  if ('default' in schema) words.push(`default ${JSON.stringify(schema.default)}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
