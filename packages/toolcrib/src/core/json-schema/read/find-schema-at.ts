import { isJsonObject, type JsonValue } from '../../json.ts';
import type { KeywordShape, KeywordShapes } from './keyword-shapes.ts';
import type { Resource, SchemaIndex } from './schema-index.ts';

/** What a JSON Pointer leads to. */
export interface PointedPlace {
  readonly value: JsonValue;
  /** The innermost resource around the value. */
  readonly resource: Resource;
  /** Whether the place holds a schema by itself, so that it was checked with the document. */
  readonly isSchemaPlace: boolean;
  readonly steps: readonly string[];
}

/** What the next step of a pointer leads into. */
type Place = 'schema' | 'schemas' | 'other';

/** Follows a JSON Pointer from the root of a resource; nothing if it leads nowhere. */
export function findSchemaAt(
  pointer: string,
  start: Resource,
  { index, shapes }: { index: SchemaIndex; shapes: KeywordShapes },
): PointedPlace | undefined {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: JsonValue = start.root;
  let resource = start;
  let place: Place = 'schema';
  for (const step of steps) {
    const next = getItem(value, step);
    if (next === undefined) return undefined;
    place = getNextPlace(place, shapes.get(step), next);
    value = next;
    if (place === 'schema' && isJsonObject(value)) resource = index.getByRoot(value) ?? resource;
  }
  return { value, resource, isSchemaPlace: place === 'schema', steps };
}

function getItem(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function getNextPlace(place: Place, shape: KeywordShape | undefined, next: JsonValue): Place {
  if (place === 'schemas') return Array.isArray(next) ? 'other' : 'schema';
  if (place === 'other') return 'other';
  switch (shape) {
    case 'schema':
      return 'schema';
    case 'schema or schemas':
      return Array.isArray(next) ? 'schemas' : 'schema';
    case 'schemas':
    case 'schema by name':
    case 'schema by pattern':
    case 'schema or names by name':
      return 'schemas';
    default:
      return 'other';
  }
}
