import type { JsonObject } from '../../json.ts';
import type { DynamicReferenceTarget, ReferenceTarget, SchemaNode, SchemaReferences } from '../document.ts';
import type { SchemaChecker } from './check-schema.ts';
import { findSchemaAt } from './find-schema-at.ts';
import { isSchema } from './find-shape-problem.ts';
import { keywordShapes } from './keyword-shapes.ts';
import { schemaError } from './schema-error.ts';
import type { Anchor, FoundReference, Resource } from './schema-index.ts';
import { decodeFragment, resolveAddress, splitReference } from './uri.ts';

/**
 * Finds the target of every reference in the document itself; nothing is ever fetched.
 *
 * @throws ConfigError `E_SCHEMA_REMOTE_REF`, `E_INVALID_SCHEMA`.
 */
export function resolveReferences(checker: SchemaChecker): SchemaReferences {
  return new ReferenceResolver(checker).resolveAll();
}

const NO_SCOPES: ReadonlyMap<SchemaNode, SchemaNode> = new Map([]);

interface StaticTarget extends ReferenceTarget {
  /** The name by which it was found, if that name is dynamic. */
  readonly dynamicName?: string;
}

class ReferenceResolver {
  readonly #checker: SchemaChecker;
  /** What {@link #findScopes} found: one map for all references to a name. */
  readonly #scopes = new Map<string, ReadonlyMap<SchemaNode, SchemaNode>>();

  constructor(checker: SchemaChecker) {
    this.#checker = checker;
  }

  resolveAll(): SchemaReferences {
    const $ref = new Map<JsonObject, ReferenceTarget>();
    const found = new Map<JsonObject, StaticTarget>();
    // A target at a place that holds no schema by itself is checked now, which may add references.
    for (const reference of this.#checker.index.references) {
      const target = this.#resolve(reference);
      if (reference.keyword === '$ref') $ref.set(reference.holder, target);
      else found.set(reference.holder, target);
    }
    const $dynamicRef = new Map<JsonObject, DynamicReferenceTarget>();
    let isDynamic = false;
    for (const [holder, target] of found) {
      const byScope = this.#findScopes(target.dynamicName);
      if (byScope.size > 0) isDynamic = true;
      $dynamicRef.set(holder, { schema: target.schema, resource: target.resource, byScope });
    }
    return { $ref, $dynamicRef, scopes: isDynamic ? this.#listScopes() : new Set() };
  }

  #resolve(found: FoundReference): StaticTarget {
    const { address, fragment } = splitReference(found.reference);
    const resource = address === '' ? found.resource : this.#findResource(address, found);
    const name = decodeFragment(fragment);
    if (name === undefined) throw refuse(found, 'has a malformed percent sign');
    if (name === '') return { schema: resource.root, resource: resource.root };
    return name.startsWith('/')
      ? this.#resolvePointer(name, resource, found)
      : resolveAnchor(name, resource, found);
  }

  #findResource(address: string, found: FoundReference): Resource {
    const uri = resolveAddress(address, found.resource.uri);
    if (uri === undefined) throw refuse(found, 'must be a URI reference');
    const resource = this.#checker.index.getByUri(uri);
    if (resource !== undefined) return resource;
    const problem = `refers to "${found.reference}", outside of its document; nothing is fetched`;
    throw schemaError('E_SCHEMA_REMOTE_REF', found.path, problem);
  }

  #resolvePointer(pointer: string, start: Resource, found: FoundReference): ReferenceTarget {
    const { index, dialect } = this.#checker;
    const place = findSchemaAt(pointer, start, { index, shapes: keywordShapes[dialect] });
    if (place === undefined) throw refuse(found, `refers to "${found.reference}", which does not exist`);
    const { value, resource } = place;
    if (!isSchema(value)) throw refuse(found, `refers to "${found.reference}", which is no schema`);
    if (!place.isSchemaPlace) {
      this.#checker.checkUnplaced(value, resource, [...start.path, ...place.steps]);
    }
    return { schema: value, resource: resource.root };
  }

  /** The targets that a dynamic name has in several resources, or nothing if it has just one. */
  #findScopes(name: string | undefined): ReadonlyMap<SchemaNode, SchemaNode> {
    if (name === undefined) return NO_SCOPES;
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    const byScope = new Map<SchemaNode, SchemaNode>();
    for (const resource of this.#checker.index.listResources()) {
      const anchor = resource.anchors?.get(name);
      if (anchor?.isDynamic) byScope.set(resource.root, anchor.schema);
    }
    if (byScope.size === 1) byScope.clear();
    this.#scopes.set(name, byScope);
    return byScope;
  }

  #listScopes(): Set<JsonObject> {
    const scopes = new Set<JsonObject>();
    for (const { root } of this.#checker.index.listResources())
      if (typeof root === 'object') scopes.add(root);
    return scopes;
  }
}

function resolveAnchor(name: string, resource: Resource, found: FoundReference): StaticTarget {
  const anchor: Anchor | undefined = resource.anchors?.get(name);
  if (anchor === undefined) throw refuse(found, `refers to "${found.reference}", which does not exist`);
  const target = { schema: anchor.schema, resource: resource.root };
  return anchor.isDynamic ? { ...target, dynamicName: name } : target;
}

function refuse(found: FoundReference, problem: string): Error {
  return schemaError('E_INVALID_SCHEMA', found.path, problem);
}
