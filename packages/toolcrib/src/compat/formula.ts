import type { JsonObject, JsonValue } from '../core/json.ts';
import type { JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';
import { TooComplexError } from '../core/json-schema/rules/run.ts';
import { SchemaCompiler } from '../core/json-schema/rules/schema-compiler.ts';
import { Budget } from './budget.ts';
import { isTextFormat, judgeFormat } from './judge-format.ts';
import type { Atom } from './meaning.ts';
import { SchemaIds } from './schema-ids.ts';
import { splitSchema } from './split-schema.ts';

/** One of the two schemas that are compared, with what is derived from it. */
export interface Side {
  readonly document: JsonSchemaDocument;
  readonly compiler: SchemaCompiler;
  readonly atoms: Map<JsonObject, readonly Atom[]>;
  /** Tells schemas apart whose meaning depends on their document. */
  readonly index: number;
}

/** A claim about a value: that it satisfies a schema, or that it does not. */
export interface Formula {
  /** The same for claims that are known to be equal; the last bit is set if `holds` is false. */
  readonly key: number;
  readonly side: Side;
  readonly schema: SchemaNode;
  readonly holds: boolean;
}

/** What claims are about. */
export interface FormulaOptions {
  /** Whether a `format` refuses texts. @default false */
  readonly countsFormats?: boolean;
}

/** Makes the claims of one comparison, the same object for equal ones. */
export class Formulas {
  readonly before: Side;
  readonly after: Side;
  readonly budget: Budget;
  /** What is true of a value that the old schema accepts and the new one does not. */
  readonly difference: readonly [old: Formula, next: Formula];
  readonly #countsFormats: boolean;
  readonly #ids: SchemaIds;
  readonly #numbers = new Map<string | object, number>();
  readonly #formulas: Formula[] = [];

  constructor(before: JsonSchemaDocument, after: JsonSchemaDocument, { countsFormats }: FormulaOptions = {}) {
    this.#countsFormats = countsFormats === true;
    this.#ids = new SchemaIds({ countsFormats: this.#countsFormats });
    this.before = createSide(before, 0, this.#countsFormats);
    // Equal schemas mean the same in both documents if the dialect is the same.
    this.after = createSide(after, before.dialect === after.dialect ? 0 : 1, this.#countsFormats);
    this.budget = new Budget(0);
    // What a dynamic reference leads to depends on how it was reached.
    if (before.references.scopes.size + after.references.scopes.size === 0) this.#ids.follow([before, after]);
    this.difference = [this.claim(this.before, before.root, true), this.claim(this.after, after.root, false)];
  }

  /** Whether both documents ask for the same, apart from annotations. */
  get isSame(): boolean {
    const [old, next] = this.difference;
    return old.key === (next.key ^ 1);
  }

  /** The claim that a value satisfies a schema of one side, or a schema that was made of its parts. */
  claim(side: Side, given: SchemaNode, holds: boolean): Formula {
    const schema = this.#simplify(side, given);
    const key = 2 * this.#number(side, schema) + (holds ? 0 : 1);
    const known = this.#formulas[key];
    if (known !== undefined) return known;
    const formula = Object.freeze({ key, side, schema, holds });
    this.#formulas[key] = formula;
    return formula;
  }

  /** The constraints of a schema, each of which is split into nothing but itself. */
  split(side: Side, schema: JsonObject): readonly Atom[] {
    const known = side.atoms.get(schema);
    if (known !== undefined) return known;
    const atoms = splitSchema(schema, side.document, { countsFormats: this.#countsFormats });
    side.atoms.set(schema, atoms);
    for (const atom of atoms) {
      if (typeof atom.schema === 'object') side.atoms.set(atom.schema, [atom]);
    }
    return atoms;
  }

  /** Values that are the only ones of which a claim can be true; undefined if it lists none. */
  listValues({ side, schema, holds }: Formula): readonly JsonValue[] | undefined {
    if (!holds || typeof schema === 'boolean') return undefined;
    for (const { meaning } of this.split(side, schema)) if (meaning.kind === 'values') return meaning.values;
    return undefined;
  }

  /** Whether claims are true of a value, as the validator says; undefined if it does not say. */
  areTrue(formulas: readonly Formula[], value: JsonValue): boolean | undefined {
    let isKnown = true;
    for (const { side, schema, holds } of formulas) {
      const isValid = accepts(side.compiler, { schema, value, budget: this.budget });
      if (isValid === !holds) return false;
      isKnown &&= isValid !== undefined;
    }
    return isKnown ? true : undefined;
  }

  /** What a schema stands for that does nothing but refer to another; chains of references end, or are refused before. */
  #simplify(side: Side, schema: SchemaNode): SchemaNode {
    // What a schema refers to dynamically depends on the schemas on the way, so none is left out.
    if (typeof schema === 'boolean' || side.document.references.scopes.size > 0) return schema;
    const [atom, ...others] = this.split(side, schema);
    if (atom?.meaning.kind !== 'all' || others.length > 0) return schema;
    const [target, ...targets] = atom.meaning.schemas;
    return target === undefined || targets.length > 0 ? schema : this.#simplify(side, target);
  }

  #number(side: Side, schema: SchemaNode): number {
    const { id, hasReference } = this.#ids.identify(schema);
    // Two equal references may lead to different places.
    const identity = hasReference && typeof schema === 'object' ? schema : `${side.index}:${id}`;
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(identity, number);
    return number;
  }
}

function createSide(document: JsonSchemaDocument, index: number, countsFormats: boolean): Side {
  const compiler = new SchemaCompiler(document, countsFormats ? { judgeFormat: judgeValue } : {});
  return { document, compiler, atoms: new Map(), index };
}

function judgeValue(format: string, value: JsonValue): boolean | undefined {
  if (typeof value === 'string') return judgeFormat(format, value);
  return isTextFormat(format) ? true : undefined;
}

/** Whether a schema accepts a value; undefined if that would take too long, or could not be checked in full. */
function accepts(
  compiler: SchemaCompiler,
  { schema, value, budget }: { schema: SchemaNode; value: JsonValue; budget: Budget },
): boolean | undefined {
  budget.spend(1);
  const steps = budget.left;
  const run = { steps, scope: undefined, isIncomplete: false };
  try {
    const isValid = compiler.compile(schema).test(value, run, 0);
    return run.isIncomplete ? undefined : isValid;
  } catch (error) {
    if (error instanceof TooComplexError) return undefined;
    throw error;
  } finally {
    budget.spend(Math.min(steps, steps - run.steps));
  }
}
