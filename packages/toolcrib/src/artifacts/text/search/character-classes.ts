import type { SearchProgram } from './search-program.ts';

/** Characters between which no atom of a pattern tells a difference. */
export interface CharacterClass {
  /** From 1. */
  readonly id: number;
  /** Whether each atom matches. */
  readonly atoms: readonly boolean[];
  readonly isWord: boolean;
}

const PLANE_SIZE = 65_536;
const MAX_ASTRAL = 4_096;

/**
 * Sorts characters into classes, each when it is first met, by the engine's own idea of what an atom matches: case,
 * Unicode properties and all.
 */
export class CharacterClasses {
  /** The id of the class of every code unit; 0 if it was not met yet, and for what is beyond them. */
  readonly ids = new Uint32Array(PLANE_SIZE);
  readonly #atoms: readonly RegExp[];
  readonly #word: RegExp;
  readonly #bySignature = new Map<string, CharacterClass>();
  /** The class of id 1 is the first. */
  readonly #classes: CharacterClass[] = [];
  /** Those beyond the first plane; forgotten when there are many. */
  readonly #astral = new Map<number, CharacterClass>();

  constructor({ atoms, flags }: SearchProgram) {
    this.#atoms = atoms.map((atom) => new RegExp(atom, flags));
    this.#word = new RegExp(String.raw`\w`, flags);
  }

  of(codePoint: number): CharacterClass {
    if (codePoint >= PLANE_SIZE) return this.#ofAstral(codePoint);
    const known = this.#classes[(this.ids[codePoint] ?? 0) - 1];
    if (known !== undefined) return known;
    const met = this.#classify(codePoint);
    this.ids[codePoint] = met.id;
    return met;
  }

  #ofAstral(codePoint: number): CharacterClass {
    const known = this.#astral.get(codePoint);
    if (known !== undefined) return known;
    if (this.#astral.size >= MAX_ASTRAL) this.#astral.clear();
    const met = this.#classify(codePoint);
    this.#astral.set(codePoint, met);
    return met;
  }

  #classify(codePoint: number): CharacterClass {
    const character = String.fromCodePoint(codePoint);
    const atoms = this.#atoms.map((atom) => atom.test(character));
    const isWord = this.#word.test(character);
    const signature = [isWord, ...atoms].map((matches) => (matches ? '1' : '0')).join('');
    const known = this.#bySignature.get(signature);
    if (known !== undefined) return known;
    const met = { id: this.#classes.length + 1, atoms, isWord };
    this.#classes.push(met);
    this.#bySignature.set(signature, met);
    return met;
  }
}
