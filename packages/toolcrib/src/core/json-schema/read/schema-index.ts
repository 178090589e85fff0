import type { JsonObject } from '../../json.ts';
import type { Dialect, SchemaNode } from '../document.ts';
import { type SchemaPath, schemaError } from './schema-error.ts';
import { resolveAddress, splitReference, UNNAMED_DOCUMENT } from './uri.ts';

/** A schema with an address of its own: the document, or a part of it with `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: SchemaNode;
  readonly path: SchemaPath;
  anchors: Map<string, Anchor> | undefined;
}

/** A schema that has a name within its resource. */
export interface Anchor {
  readonly schema: JsonObject;
  readonly path: SchemaPath;
  readonly isDynamic: boolean;
}

/** A reference as it was found, not resolved yet. */
export interface FoundReference {
  readonly keyword: '$ref' | '$dynamicRef';
  readonly holder: JsonObject;
  readonly reference: string;
  readonly resource: Resource;
  readonly path: SchemaPath;
}

/** Everything in a document that refers or can be referred to by name, gathered while it is checked. */
export class SchemaIndex {
  readonly references: FoundReference[] = [];
  readonly #dialect: Dialect;
  #document: Resource | undefined;
  #byUri: Map<string, Resource> | undefined;
  #byRoot: Map<SchemaNode, Resource> | undefined;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The resource of the whole document, before its `$id` is known. */
  openDocument(root: SchemaNode): Resource {
    this.#document = { uri: UNNAMED_DOCUMENT, root, path: [], anchors: undefined };
    return this.#document;
  }

  getByUri(uri: string): Resource | undefined {
    return this.#byUri?.get(uri);
  }

  getByRoot(root: SchemaNode): Resource | undefined {
    return this.#byRoot?.get(root);
  }

  /** Every resource, those without a name included. */
  listResources(): Resource[] {
    const named = [...(this.#byUri?.values() ?? [])];
    return this.#document === undefined ? named : [this.#document, ...named];
  }

  /** The resource that a schema with an `$id` belongs to: a new one, unless the `$id` is only a name. */
  openResource(schema: JsonObject, parent: Resource, path: SchemaPath): Resource {
    const { address, fragment } = splitReference(String(schema.$id));
    const idPath = [...path, '$id'];
    if (fragment !== '' && this.#dialect !== 'draft-07') {
      throw schemaError('E_INVALID_SCHEMA', idPath, 'must not have a fragment; use "$anchor" for a name');
    }
    const resource = address === '' ? parent : this.#openAddress({ address, schema, parent, path, idPath });
    if (fragment !== '') this.addAnchor(resource, fragment, { schema, path: idPath, isDynamic: false });
    return resource;
  }

  addAnchor(resource: Resource, name: string, anchor: Anchor): void {
    resource.anchors ??= new Map();
    const known = resource.anchors.get(name);
    if (known !== undefined && known.schema !== anchor.schema) {
      throw schemaError('E_INVALID_SCHEMA', anchor.path, `gives the name "${name}" a second time`);
    }
    resource.anchors.set(name, known?.isDynamic ? known : anchor);
  }

  #openAddress(options: {
    address: string;
    schema: JsonObject;
    parent: Resource;
    path: SchemaPath;
    idPath: SchemaPath;
  }): Resource {
    const { address, schema, parent, path, idPath } = options;
    const uri = resolveAddress(address, parent.uri);
    if (uri === undefined) throw schemaError('E_INVALID_SCHEMA', idPath, 'must be a URI reference');
    this.#byUri ??= new Map();
    this.#byRoot ??= new Map();
    if (this.#byUri.has(uri)) throw schemaError('E_INVALID_SCHEMA', idPath, `repeats the $id "${address}"`);
    const resource: Resource = { uri, root: schema, path: [...path], anchors: undefined };
    this.#byUri.set(uri, resource);
    this.#byRoot.set(schema, resource);
    return resource;
  }
}
