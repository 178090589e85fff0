import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { compilePattern } from '../../pattern/compile-pattern.ts';
import { measurePattern, type PatternCost, type SafePattern } from '../../pattern/measure-pattern.ts';
import { PatternBudget, PatternBudgetSpent } from '../../pattern/pattern-budget.ts';
import type { Dialect, SchemaLimits, SchemaNode } from '../document.ts';
import { findDialect } from './dialect.ts';
import { findShapeProblem, isSchema, SCHEMA_EXPECTED } from './find-shape-problem.ts';
import { forEachSchemaIn } from './for-each-subschema.ts';
import { inPlaceKeywords, type KeywordShape, type KeywordShapes, keywordShapes } from './keyword-shapes.ts';
import { type SchemaPath, schemaError } from './schema-error.ts';
import { type Resource, SchemaIndex } from './schema-index.ts';

const NO_PATTERNS: ReadonlyMap<string, SafePattern> = new Map([]);

/**
 * Walks once through the schemas of a frozen document: checks the value of every keyword, and gathers
 * what has a name and what refers to one. References are not followed here.
 */
export class SchemaChecker {
  readonly index: SchemaIndex;
  hasDefaults = false;
  #patterns: Map<string, SafePattern> | undefined;
  #patternBudget: PatternBudget | undefined;
  readonly dialect: Dialect;
  readonly #shapes: KeywordShapes;
  readonly #limits: SchemaLimits;
  #path: (string | number)[] = [];
  #unplaced: Set<JsonObject> | undefined;

  constructor(dialect: Dialect, limits: SchemaLimits) {
    this.dialect = dialect;
    this.#shapes = keywordShapes[dialect];
    this.#limits = limits;
    this.index = new SchemaIndex(dialect);
  }

  /** @returns the document, which is a schema if this does not throw. */
  checkDocument(document: JsonValue): SchemaNode {
    if (!isSchema(document)) throw this.#refuse(`must be ${SCHEMA_EXPECTED}`);
    this.#checkSchema(document, this.index.openDocument(document));
    return document;
  }

  /** The patterns that were found, with what it costs to match each. */
  get patterns(): ReadonlyMap<string, SafePattern> {
    return this.#patterns ?? NO_PATTERNS;
  }

  /** Schemas at places that hold none by themselves, which only a `$ref` made into schemas. */
  get unplaced(): Iterable<JsonObject> {
    return this.#unplaced ?? [];
  }

  /** Checks a schema at such a place; once, however often it is referred to. */
  checkUnplaced(schema: JsonValue, resource: Resource, path: SchemaPath): void {
    this.#unplaced ??= new Set();
    this.#path = [...path];
    this.#checkSchema(schema, resource);
  }

  /** @returns how many schemas a value is checked against in place, those behind references apart. */
  #checkSchema(schema: JsonValue, parent: Resource): number {
    if (typeof schema === 'boolean') return 1;
    if (!isJsonObject(schema)) throw this.#refuse(`must be ${SCHEMA_EXPECTED}`);
    if (this.#unplaced?.has(schema)) return 1;
    this.#unplaced?.add(schema);
    const resource = this.#findResource(schema, parent);
    let branches = 1;
    for (const keyword of Object.keys(schema)) {
      const shape = this.#shapes.get(keyword);
      if (shape === undefined) {
        if (keyword === 'default') this.hasDefaults = true;
        continue;
      }
      this.#path.push(keyword);
      const value = schema[keyword] as JsonValue;
      this.#checkShape(keyword, shape, value);
      if (keyword.startsWith('$')) this.#indexKeyword(keyword, schema, resource);
      const inside = this.#checkInside(shape, value, resource);
      if (inside !== 0 && inPlaceKeywords.has(keyword)) branches += inside;
      this.#path.pop();
    }
    if (branches > this.#limits.maxBranches) {
      const problem = `checks one value against more than ${this.#limits.maxBranches} schemas`;
      throw schemaError('E_SCHEMA_TOO_BRANCHED', this.#path, problem);
    }
    return branches;
  }

  #checkShape(keyword: string, shape: KeywordShape, value: JsonValue): void {
    const problem = findShapeProblem(shape, value);
    if (problem !== undefined) {
      const isTuple = keyword === 'items' && Array.isArray(value);
      const hint = isTuple ? '; use "prefixItems", or declare draft-07 with "$schema"' : '';
      throw this.#refuse(problem + hint);
    }
    if (shape === 'pattern') this.#checkPattern(String(value));
    if (shape === 'schema by pattern') {
      for (const pattern of Object.keys(value as JsonObject)) {
        this.#path.push(pattern);
        this.#checkPattern(pattern);
        this.#path.pop();
      }
    }
  }

  #checkPattern(source: string): void {
    this.#patterns ??= new Map();
    if (this.#patterns.has(source)) return;
    if (compilePattern(source) === undefined) throw this.#refuse('is not a regular expression');
    const cost = this.#measurePattern(source);
    if (!cost.safe) {
      throw schemaError('E_SCHEMA_UNSAFE_PATTERN', this.#path, `has a pattern that ${cost.reason}`);
    }
    this.#patterns.set(source, cost);
  }

  #measurePattern(source: string): PatternCost {
    const { maxPatternSteps } = this.#limits;
    this.#patternBudget ??= new PatternBudget(maxPatternSteps);
    try {
      return measurePattern(source, this.#patternBudget);
    } catch (error) {
      if (!(error instanceof PatternBudgetSpent)) throw error;
      const problem = `has a pattern that, with those before it, takes more than ${maxPatternSteps} steps to analyse`;
      throw schemaError('E_SCHEMA_TOO_COMPLEX', this.#path, problem);
    }
  }

  #checkInside(shape: KeywordShape, value: JsonValue, resource: Resource): number {
    if (typeof value === 'boolean') return shape === 'schema' ? 1 : 0;
    if (typeof value !== 'object') return 0;
    let branches = 0;
    forEachSchemaIn(value, shape, (child, step) => {
      if (step !== undefined) this.#path.push(step);
      branches += this.#checkSchema(child, resource);
      if (step !== undefined) this.#path.pop();
    });
    return branches;
  }

  #findResource(schema: JsonObject, parent: Resource): Resource {
    // A malformed `$id` is refused with the other keywords; draft-07 ignores the siblings of `$ref`.
    if (typeof schema.$id !== 'string') return parent;
    if (this.dialect === 'draft-07' && schema.$ref !== undefined) return parent;
    const resource = this.index.openResource(schema, parent, this.#path);
    if (resource !== parent && schema.$schema !== undefined && findDialect(schema.$schema) !== this.dialect) {
      throw this.#refuse('is of another dialect than the document that holds it');
    }
    return resource;
  }

  #indexKeyword(keyword: string, holder: JsonObject, resource: Resource): void {
    const path = [...this.#path];
    const text = String(holder[keyword]);
    if (keyword === '$ref' || keyword === '$dynamicRef') {
      this.index.references.push({ keyword, holder, reference: text, resource, path });
    } else if (keyword === '$anchor' || keyword === '$dynamicAnchor') {
      const isDynamic = keyword === '$dynamicAnchor';
      this.index.addAnchor(resource, text, { schema: holder, path, isDynamic });
    }
  }

  #refuse(problem: string): Error {
    return schemaError('E_INVALID_SCHEMA', this.#path, problem);
  }
}
