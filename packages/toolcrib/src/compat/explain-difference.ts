import type { JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import type { Answer } from './answer.ts';
import { BudgetSpentError } from './budget.ts';
import { Inquirer, type Inquiry } from './inquirer.ts';
import { listPointers } from './list-pointers.ts';
import type { Atom, Meaning } from './meaning.ts';
import { listOldInside, listOldMeanings } from './old-place.ts';
import type { CompatibilityFinding } from './schema-comparison.ts';
import type { Solver } from './solver.ts';
import { wrapPart } from './wrap-part.ts';

/**
 * Where the new schema stands against compatibility, one finding for each of its constraints that does. Asks about each
 * constraint by itself, so that each has a witness of its own; `answer` is that of the schemas as a whole, and not `empty`.
 */
export function explainDifference(solver: Solver, answer: Answer): readonly CompatibilityFinding[] {
  const explainer = new DifferenceExplainer(solver);
  const { before, after } = solver.formulas;
  const root = { schema: after.document.root, pointer: '', wrap: (schema: SchemaNode) => schema };
  try {
    explainer.explain({ ...root, old: [before.document.root], around: [] });
  } catch (error) {
    // What was found until then holds.
    if (!(error instanceof BudgetSpentError)) throw error;
  }
  return conclude(explainer.findings, answer);
}

/** All that was found, and what is known of the whole if nothing else says so. */
function conclude(
  findings: readonly CompatibilityFinding[],
  answer: Answer,
): readonly CompatibilityFinding[] {
  if (answer.kind === 'found' && !findings.some(({ verdict }) => verdict === 'breaking')) {
    const message = 'The new schema refuses a value that the old one accepts.';
    return [
      { verdict: 'breaking', rule: 'schema-narrowed', pointer: '', message, witness: answer.values[0] },
      ...findings,
    ];
  }
  if (findings.length > 0) return findings;
  const message = 'Whether the new schema asks for more than the old one was not found out.';
  const isTooComplex = answer.kind === 'unknown' && answer.isTooComplex === true;
  return [
    { verdict: 'unknown', rule: isTooComplex ? 'too-complex' : 'schema-narrowed', pointer: '', message },
  ];
}

/** A place of the new schema that is looked at. */
interface Place {
  readonly schema: SchemaNode;
  readonly pointer: string;
  /** A schema for the whole value that asks for something at this place only. */
  readonly wrap: (schema: SchemaNode) => SchemaNode;
  /** What the old schema may say about the place. */
  readonly old: readonly SchemaNode[];
  /** The schemas that lead here. */
  readonly around: readonly SchemaNode[];
}

/** Steps for matching names against patterns at one place. */
const MAX_STEPS_OF_NAMES = 10_000;

/** `false`, as a constraint. */
const refusal: Atom = { schema: false, path: [], meaning: { kind: 'any', schemas: [] } };

type AdditionalMeaning = Extract<Meaning, { kind: 'additional' }>;

class DifferenceExplainer {
  readonly #solver: Solver;
  readonly #inquirer: Inquirer;
  #pointers: ReadonlyMap<JsonValue, string> | undefined;
  #oldPointers: ReadonlyMap<JsonValue, string> | undefined;

  constructor(solver: Solver) {
    this.#solver = solver;
    this.#inquirer = new Inquirer(solver);
  }

  get findings(): readonly CompatibilityFinding[] {
    return this.#inquirer.findings;
  }

  explain(place: Place): void {
    const { schema } = place;
    if (schema === true) return;
    const { formulas } = this.#solver;
    const atoms = schema === false ? [refusal] : formulas.split(formulas.after, schema);
    for (const atom of atoms) this.#explainAtom(atom, place);
  }

  #explainAtom(atom: Atom, place: Place): void {
    if (this.#inquirer.isFull) return;
    const question = place.wrap(atom.schema);
    const answer = this.#inquirer.ask(question);
    if (answer.kind === 'empty') return;
    const inquiry = { atom, pointer: pointerTo(place.pointer, ...atom.path), question, answer };
    if (atom.meaning.kind === 'additional' && this.#explainGone(atom.meaning, place, atom.path)) return;
    // What a schema asks for inside of itself is told where it is met first.
    if ('schemas' in atom.meaning && atom.meaning.schemas.some((schema) => place.around.includes(schema))) {
      this.#inquirer.reports++;
      return;
    }
    const inside = this.#listInside(inquiry, place);
    const { reports } = this.#inquirer;
    for (const part of inside) this.explain(part);
    if (this.#inquirer.reports === reports) this.#inquirer.report(inquiry);
  }

  /** The places that a constraint consists of; none if it is to be told as a whole. */
  #listInside({ atom, pointer: parent }: Inquiry, place: Place): readonly Place[] {
    const { meaning } = atom;
    const around = [...place.around, place.schema];
    switch (meaning.kind) {
      case 'all':
        return meaning.schemas.map((schema, index) => {
          const own = atom.path[0] === 'allOf' ? pointerTo(parent, index) : parent;
          return { ...place, schema, pointer: this.#findPointer(schema) ?? own, around };
        });
      case 'property':
      case 'item':
      case 'items':
      case 'matching':
      case 'additional': {
        const { schema } = meaning;
        const old = listOldInside(listOldMeanings(place.old, this.#solver.formulas), meaning);
        if (typeof schema === 'boolean' || old.length === 0) return [];
        const { dialect } = this.#solver.formulas.after.document;
        const wrap = (part: SchemaNode) => place.wrap(wrapPart(meaning, part, dialect));
        return [{ schema, pointer: this.#findPointer(schema) ?? parent, wrap, old, around }];
      }
      default:
        return [];
    }
  }

  /**
   * Tells of properties that the old schema names and the new one does not, at their old places, and of others apart.
   *
   * @returns whether there are such properties.
   */
  #explainGone(meaning: AdditionalMeaning, place: Place, path: Atom['path']): boolean {
    const gone = this.#listGone(meaning, place);
    if (gone.size === 0) return false;
    for (const [name, pointer] of gone) {
      const question = place.wrap({ properties: { [name]: meaning.schema } });
      const answer = this.#inquirer.ask(question);
      const part = { kind: 'property', name, schema: meaning.schema } as const;
      const atom = { schema: question, path, meaning: part };
      if (answer.kind !== 'empty') this.#inquirer.report({ atom, pointer, question, answer });
    }
    const others = { ...meaning, names: new Set([...meaning.names, ...gone.keys()]) };
    const { dialect } = this.#solver.formulas.after.document;
    this.#explainAtom({ schema: wrapPart(others, meaning.schema, dialect), path, meaning: others }, place);
    return true;
  }

  /** Names that the old schema has at a place, to which only the rest of the new one applies, with their old places. */
  #listGone({ names, patterns }: AdditionalMeaning, { old }: Place): ReadonlyMap<string, string> {
    const { formulas } = this.#solver;
    const gone = new Map<string, string>();
    this.#oldPointers ??= listPointers(formulas.before.document.root);
    formulas.budget.refill(MAX_STEPS_OF_NAMES);
    for (const meaning of listOldMeanings(old, formulas)) {
      if (meaning.kind !== 'property' || names.has(meaning.name) || typeof meaning.schema === 'boolean')
        continue;
      const claims = patterns.map((pattern) => formulas.claim(formulas.after, { pattern }, false));
      const pointer = this.#oldPointers.get(meaning.schema);
      if (pointer !== undefined && formulas.areTrue(claims, meaning.name)) gone.set(meaning.name, pointer);
    }
    return gone;
  }

  #findPointer(schema: SchemaNode): string | undefined {
    if (typeof schema === 'boolean') return undefined;
    this.#pointers ??= listPointers(this.#solver.formulas.after.document.root);
    return this.#pointers.get(schema);
  }
}
