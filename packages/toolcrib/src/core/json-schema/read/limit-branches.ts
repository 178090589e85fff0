import type { JsonObject } from '../../json.ts';
import type { Dialect, SchemaLimits, SchemaNode, SchemaReferences } from '../document.ts';
import { forEachSubschema } from './for-each-subschema.ts';
import { inPlaceKeywords, keywordShapes } from './keyword-shapes.ts';
import { type SchemaPath, schemaError } from './schema-error.ts';

/** What {@link limitBranches} looks at. */
export interface BranchingDocument {
  readonly root: SchemaNode;
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  /** Schemas that are reached by references only, at places that hold none by themselves. */
  readonly unplaced: Iterable<SchemaNode>;
  /** Where each reference is, to tell which one closes a cycle. */
  readonly referencePaths: ReadonlyMap<JsonObject, SchemaPath>;
}

/**
 * Makes sure that every schema of a document, references included, is checked in place against a
 * bounded number of schemas: that no chain of references leads back without descending into the
 * value, and that sharing does not multiply (each of 30 definitions using the next one twice).
 *
 * @throws ConfigError `E_SCHEMA_CYCLIC`, `E_SCHEMA_TOO_BRANCHED`, `E_SCHEMA_TOO_DEEP`.
 */
export function limitBranches(document: BranchingDocument, limits: SchemaLimits): void {
  const measurer = new BranchMeasurer(document, limits);
  measurer.visit(document.root, []);
  for (const schema of document.unplaced) measurer.visit(schema, []);
}

/** How much is checked in place: schemas in all, and schemas in the longest chain. */
interface Extent {
  readonly branches: number;
  readonly height: number;
}

const LEAF: Extent = { branches: 1, height: 1 };

/** Schemas of which only one is checked: what a `$dynamicRef` may lead to. */
type Alternatives = ReadonlyMap<SchemaNode, SchemaNode>;

class BranchMeasurer {
  readonly #document: BranchingDocument;
  readonly #limits: SchemaLimits;
  /** `undefined` while a schema is being measured. */
  readonly #extents = new Map<JsonObject | Alternatives, Extent | undefined>();
  #lastReference: SchemaPath = [];

  constructor(document: BranchingDocument, limits: SchemaLimits) {
    this.#document = document;
    this.#limits = limits;
  }

  visit(schema: SchemaNode, path: SchemaPath): void {
    if (typeof schema === 'boolean') return;
    this.#measure(schema, path, 1);
    forEachSubschema(schema, keywordShapes[this.#document.dialect], (child, keyword, step) =>
      this.visit(child, step === undefined ? [...path, keyword] : [...path, keyword, step]),
    );
  }

  #measure(node: SchemaNode | Alternatives, path: SchemaPath, depth: number): Extent {
    if (typeof node === 'boolean') return LEAF;
    const known = this.#extents.get(node);
    if (known === undefined && this.#extents.has(node)) {
      const problem = 'leads back to itself without descending into the value';
      throw schemaError('E_SCHEMA_CYCLIC', this.#lastReference, problem);
    }
    if (depth - 1 + (known?.height ?? 1) > this.#limits.maxDepth) {
      const problem = `leads through more than ${this.#limits.maxDepth} schemas without descending`;
      throw schemaError('E_SCHEMA_TOO_DEEP', path, problem);
    }
    if (known !== undefined) return known;
    this.#extents.set(node, undefined);
    const measureChild = (child: SchemaNode | Alternatives) => this.#measure(child, path, depth + 1);
    const extent = isAlternatives(node)
      ? measureAlternatives(node, measureChild)
      : this.#measureSchema(node, measureChild);
    if (extent.branches > this.#limits.maxBranches) {
      const problem = `checks one value against more than ${this.#limits.maxBranches} schemas`;
      throw schemaError('E_SCHEMA_TOO_BRANCHED', path, problem);
    }
    this.#extents.set(node, extent);
    return extent;
  }

  #measureSchema(schema: JsonObject, measure: (child: SchemaNode | Alternatives) => Extent): Extent {
    const { references, dialect, referencePaths } = this.#document;
    let [branches, height] = [1, 1];
    const add = (child: SchemaNode | Alternatives) => {
      const extent = measure(child);
      branches += extent.branches;
      height = Math.max(height, extent.height + 1);
    };
    const target = references.$ref.get(schema);
    const dynamic = references.$dynamicRef.get(schema);
    if (target !== undefined || dynamic !== undefined) {
      this.#lastReference = referencePaths.get(schema) ?? [];
    }
    if (target !== undefined) add(target.schema);
    if (target !== undefined && dialect === 'draft-07') return { branches, height };
    if (dynamic !== undefined) add(dynamic.byScope.size > 0 ? dynamic.byScope : dynamic.schema);
    forEachSubschema(schema, keywordShapes[dialect], (child, keyword) => {
      if (inPlaceKeywords.has(keyword)) add(child);
    });
    return { branches, height };
  }
}

function measureAlternatives(alternatives: Alternatives, measure: (child: SchemaNode) => Extent): Extent {
  let { branches, height } = LEAF;
  for (const alternative of alternatives.values()) {
    const extent = measure(alternative);
    branches = Math.max(branches, extent.branches);
    height = Math.max(height, extent.height + 1);
  }
  return { branches, height };
}

function isAlternatives(node: JsonObject | Alternatives): node is Alternatives {
  return node instanceof Map;
}
