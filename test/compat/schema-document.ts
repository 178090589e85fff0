import { isJsonObject, type JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { getAt, isSchema, listPlaces, type Schema } from './schema-places.ts';

/** A schema and what its references lead to, as far as the test data has them. */
export interface SchemaDocument {
  readonly root: Schema;
  /** In draft-07 a `$ref` hides its siblings. */
  readonly isDraft07: boolean;
  /** What a reference leads to; `true` if that is not known, so that only the validator decides. */
  resolve(reference: string): Schema;
}

export function createDocument(root: Schema): SchemaDocument {
  const anchors = new Map<string, Schema>();
  for (const path of listPlaces(root)) {
    const schema = getAt(root, path);
    if (!isJsonObject(schema)) continue;
    for (const anchor of listAnchors(schema)) anchors.set(anchor, schema);
  }
  return {
    root,
    isDraft07: isJsonObject(root) && String(root.$schema).includes('draft-07'),
    resolve: (reference) => {
      if (reference === '#') return root;
      const found = reference.startsWith('#/') ? getAt(root, toPath(reference)) : anchors.get(reference);
      return isSchema(found) ? found : true;
    },
  };
}

function listAnchors({ $anchor, $dynamicAnchor, $id }: JsonObject): string[] {
  const names = [$anchor, $dynamicAnchor]
    .filter((name) => typeof name === 'string')
    .map((name) => `#${name}`);
  return typeof $id === 'string' && $id.startsWith('#') ? [...names, $id] : names;
}

function toPath(pointer: string): string[] {
  const steps = decodeURIComponent(pointer.slice(2)).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
