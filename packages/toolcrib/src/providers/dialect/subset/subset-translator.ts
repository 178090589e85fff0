import type { JsonObject } from '../../../core/json.ts';
import type { SubsetDialect } from '../dialect.ts';
import type { Journal } from '../journal.ts';
import { isAnnotation } from '../keyword-facts.ts';
import { Budget } from './budget.ts';
import { type Context, type Draft, type DraftNote, isExact } from './context.ts';
import { Definitions } from './definitions.ts';
import { expandParts, type Parts } from './expand-parts.ts';
import { findReference, type Reference } from './find-reference.ts';
import { isLocatedObject, type Located, type LocatedObject, mask, type SourceMap } from './located.ts';
import { mergeParts } from './merge-parts.ts';
import { NodeWriter } from './node-writer.ts';
import { noteHidden, readParts } from './read-parts.ts';
import { isProblem, type MergeProblem, type Reading } from './reading.ts';
import { translateReading, writeAnnotations } from './translate-reading.ts';

const NOTHING: ReadonlySet<JsonObject> = new Set([]);

interface TranslatorOptions {
  readonly dialect: SubsetDialect;
  readonly isExact: boolean;
  readonly journal: Journal;
  readonly map: SourceMap;
}

/** Says a schema in a dialect that knows a part of JSON Schema. */
export class SubsetTranslator implements Context {
  readonly dialect: SubsetDialect;
  readonly isExact: boolean;
  readonly journal: Journal;
  readonly map: SourceMap;
  readonly notes = new Map<Draft, DraftNote>();
  readonly #definitions: Definitions;
  readonly #budget = new Budget();
  /** What references led to that were replaced on the way here. */
  #replaced: ReadonlySet<JsonObject>;

  constructor({ dialect, isExact, journal, map }: TranslatorOptions) {
    this.dialect = dialect;
    this.isExact = isExact;
    this.journal = journal;
    this.map = map;
    this.#definitions = new Definitions(this);
    this.#replaced = new Set([map.source.root]);
  }

  /** @throws TooLargeError */
  translateRoot(): Draft {
    const draft = this.#translateParts([this.map.root], true);
    if (this.#definitions.isRootUsed) this.#checkRootType();
    for (const pointer of this.#definitions.listUnused()) {
      const detail = 'Nothing refers to this definition any more.';
      this.journal.note({ pointer, keyword: '$defs', action: 'omitted', detail });
    }
    const definitions = this.#definitions.list();
    if (definitions.length > 0) draft.$defs = Object.fromEntries(definitions);
    return draft;
  }

  translate(schemas: readonly Located[]): Draft {
    return this.#budget.spend(() => {
      const [first, ...others] = schemas;
      const reference = first === undefined || others.length > 0 ? undefined : findReference(first, this.map);
      return reference === undefined ? this.#translateParts(schemas) : this.#translateReference(reference);
    });
  }

  translateApart(schema: Located): Draft {
    const outer = this.#replaced;
    this.#replaced = NOTHING;
    const draft = this.translate([schema]);
    this.#replaced = outer;
    return draft;
  }

  read(schemas: readonly Located[]): Reading | MergeProblem {
    return mergeParts(this.#expand(schemas), this.map);
  }

  #translateParts(schemas: readonly Located[], isRoot = false): Draft {
    const parts = this.#expand(schemas);
    return this.#replace(parts.targets, schemas, () => {
      const reading = readParts(schemas, parts, this);
      return reading === undefined ? {} : translateReading(reading, this, isRoot);
    });
  }

  #expand(schemas: readonly Located[]): Parts {
    const parts = expandParts(schemas, this.map, this.dialect);
    this.#budget.read(parts.list.length);
    return parts;
  }

  #translateReference({ target, beside, hidden }: Reference): Draft {
    const { dialect, map, journal } = this;
    noteHidden(hidden, this);
    const at = beside[0]?.at ?? target.at;
    const isBare = beside.every((schema) => map.listKeywords(schema).length === 0);
    const isCopied = dialect.references === 'inline' || (!isBare && dialect.besideReference === 'merge');
    if (isCopied || !isLocatedObject(target)) {
      const detail = '$ref is replaced by what it refers to.';
      journal.note({ pointer: at, keyword: '$ref', action: 'rewritten', detail });
      const schemas = [...beside, target];
      const targets = isLocatedObject(target) ? [target.schema] : [];
      return this.#replace(targets, schemas, () => this.#translateParts(schemas));
    }
    const $ref = this.#definitions.refer(target);
    if ($ref === undefined) return this.#endRecursion(beside, target);
    return isBare ? { $ref } : this.#wrap($ref, beside);
  }

  /** The root says that it is an object, to those that refer to it as well. */
  #checkRootType(): void {
    const reading = this.read([this.map.root]);
    if (isProblem(reading) || reading.types?.length === 1) return;
    if (isExact(this)) {
      const detail = 'The schema refers to its root, which accepts more than the objects that it has to be.';
      this.journal.refuse('', 'type', detail);
    } else {
      const detail = 'What refers to the root accepts objects only, as arguments are objects.';
      this.journal.note({ pointer: '', keyword: 'type', action: 'narrowed', detail });
    }
  }

  /** A reference with a description, as a union of one. */
  #wrap($ref: string, beside: readonly Located[]): Draft {
    const reading = this.read(beside);
    // Schemas that only inform can always be read as one.
    if (isProblem(reading)) return { $ref };
    const writer = new NodeWriter(this, reading.at);
    writeAnnotations(reading, writer, isAnnotation);
    writer.note('$ref', 'rewritten', 'A $ref with other keywords beside it is said as a union of one.');
    writer.keep('anyOf', [{ $ref }]);
    return writer.finish();
  }

  /** Works on a schema that references were replaced in, unless one of them leads back. */
  #replace(targets: readonly JsonObject[], schemas: readonly Located[], work: () => Draft): Draft {
    if (targets.length === 0) return work();
    const again = targets.find((target) => this.#replaced.has(target));
    if (again !== undefined) return this.#endRecursion(schemas, this.map.locateObject(again));
    const outer = this.#replaced;
    this.#replaced = new Set([...outer, ...targets]);
    const draft = work();
    this.#replaced = outer;
    return draft;
  }

  /** What stands where a schema leads back to one that it is in. */
  #endRecursion(schemas: readonly Located[], target: LocatedObject): Draft {
    const at = schemas[0]?.at ?? '';
    if (this.dialect.recursion === 'refuse') {
      this.journal.refuse(at, '$ref', 'The schema leads back to itself, which cannot be said.');
      return {};
    }
    const detail =
      'The schema leads back to itself; this is described where it comes first, and in words here.';
    this.journal.note({ pointer: at, keyword: '$ref', action: 'widened', detail });
    const name = target.at.slice(target.at.lastIndexOf('/') + 1);
    const whole = name === '' ? 'the arguments' : JSON.stringify(name);
    const again = { type: target.schema.type ?? 'object', description: `The same as ${whole} again.` };
    const beside = schemas.filter(isLocatedObject).filter(({ schema }) => schema !== target.schema);
    const gathering = ['$ref', 'allOf', 'anyOf', 'oneOf'];
    return this.translate([...beside.map((part) => mask(part, gathering)), { schema: again, at }]);
  }
}
