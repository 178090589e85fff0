import { createHash } from 'node:crypto';
import type { ToolSpec, VersionMark } from '../../packages/toolcrib/src/catalog/index.ts';
import type { ToolDigest } from '../../packages/toolcrib/src/index.ts';
import { codeAuthority } from '../code-authority.ts';
import { toText } from './operation.ts';

const fields = [
  'name',
  'version',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'tags',
  'authority',
] as const satisfies readonly (keyof ToolSpec)[];

/** What counts for a spec that states no authority. */
const mostRestrictive = { ...codeAuthority, effect: 'destructive' };

/** A spec as it is given back: its fields in one order, what is inside them as its author had it. */
export function orderFields(spec: ToolSpec): ToolSpec {
  const entries = fields.filter((field) => spec[field] !== undefined).map((field) => [field, spec[field]]);
  return Object.fromEntries(entries) as ToolSpec;
}

export function isSameContent(left: ToolSpec, right: ToolSpec): boolean {
  return sortedText(left) === sortedText(right);
}

/** What an event says of a version. */
export function markOf(spec: ToolSpec): VersionMark {
  const { version, outputSchema, tags, authority = mostRestrictive, description = '', ...rest } = spec;
  const visible = {
    ...rest,
    description,
    ...(Object.keys(outputSchema).length > 0 && { outputSchema }),
    ...(tags?.length && { tags }),
  };
  return {
    ...(version !== undefined && { version }),
    digest: digestOf(visible),
    authorityDigest: digestOf(authority),
  };
}

function digestOf(value: object): ToolDigest {
  return `sha256/v1:${createHash('sha256').update(sortedText(value)).digest('hex')}`;
}

/** Where two specs differ, as an error about a conflict tells it. */
export function differencesOf(
  before: ToolSpec,
  after: ToolSpec,
): readonly { field: string; pointer: string }[] {
  return fields.flatMap((field) =>
    differingPointers(before[field], after[field]).map((rest) => ({ field, pointer: `/${field}${rest}` })),
  );
}

function differingPointers(before: unknown, after: unknown): readonly string[] {
  if (sortedText(before) === sortedText(after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [''];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const ordered = Array.isArray(before) ? keys.map(Number).toSorted((a, b) => a - b) : keys.toSorted();
  return ordered.flatMap((key) =>
    differingPointers(before[key], after[key]).map((rest) => `/${String(key)}${rest}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** JSON text with all keys sorted. It is put together by hand: an object has keys such as 9 and 10 in an order of its own. */
function sortedText(value: unknown): string {
  if (!isObject(value)) return toText(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys.toSorted().map((key) => `${toText(key)}:${sortedText(value[key])}`)}}`;
}
