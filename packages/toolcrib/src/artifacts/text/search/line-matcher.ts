import { type CharacterClass, CharacterClasses } from './character-classes.ts';
import type { SearchProgram } from './search-program.ts';

/** Everything that the past of a line means for its future. */
interface MatcherState {
  /** The steps that are to be followed, in order of number. */
  readonly steps: Uint16Array;
  readonly isLineStart: boolean;
  readonly isAfterWord: boolean;
  /** By the id of the class of the next character; filled when it is first met. */
  readonly next: MatcherState[];
  matchesAtEnd: boolean | undefined;
}

/** What is known of a place between two characters. */
interface Place {
  readonly isLineStart: boolean;
  readonly isLineEnd: boolean;
  readonly isAfterWord: boolean;
  readonly isBeforeWord: boolean;
}

/** What is remembered of states, in numbers that each take a few bytes. Then it is forgotten and begun again. */
const MAX_REMEMBERED = 250_000;

/** Writes numbers as characters, which no other way does as fast. They are too small to be surrogates. */
const keyWriter = new TextDecoder('utf-16le', { ignoreBOM: true });

/** Follows where a match is. */
const found: MatcherState = Object.freeze({
  steps: new Uint16Array(0),
  isLineStart: false,
  isAfterWord: false,
  next: [],
  matchesAtEnd: true,
});

/**
 * Looks for a pattern in lines, given piece by piece: all ways through the pattern are followed at once, each
 * character is looked at once, and what it led to is remembered. So the time is linear in the text, whatever
 * the pattern is, and nothing of the text is kept.
 */
export class LineMatcher {
  readonly #program: SearchProgram;
  readonly #classes: CharacterClasses;
  readonly #isUnicode: boolean;
  #states = new Map<string, MatcherState>();
  #remembered = 0;
  readonly #lineStart: MatcherState;
  #state: MatcherState;
  /** Marks the steps that were visited for one place; a number per place saves clearing them. */
  readonly #visited: Uint32Array;
  #visit = 0;

  constructor(program: SearchProgram) {
    this.#program = program;
    this.#classes = new CharacterClasses(program);
    this.#isUnicode = program.flags.includes('u');
    this.#visited = new Uint32Array(program.steps.length);
    this.#lineStart = this.#stateOf([], true, false);
    this.#state = this.#lineStart;
  }

  /** Whether a whole line has a match. */
  matches(line: string): boolean {
    this.startLine();
    return this.find(line, 0, line.length) !== undefined || this.endLine();
  }

  /** The same for a line of ASCII that is still encoded; undefined if it is not ASCII. */
  matchesAscii(bytes: Uint8Array, start: number, end: number): boolean | undefined {
    const { ids } = this.#classes;
    let state = this.#lineStart;
    for (let place = start; place < end; place++) {
      const byte = bytes[place] ?? 0;
      if (byte >= 0x80) return undefined;
      state = state.next[ids[byte] ?? 0] ?? this.#follow(state, byte);
      if (state === found) return true;
    }
    this.#state = state;
    return this.endLine();
  }

  startLine(): void {
    this.#state = this.#lineStart;
  }

  /** Begins in the middle of a line, after a character; what was begun before is forgotten. */
  startAfter(codePoint: number | undefined): void {
    const isAfterWord = codePoint !== undefined && this.#classes.of(codePoint).isWord;
    this.#state = this.#stateOf([], false, isAfterWord);
  }

  /**
   * Reads on, from one place of a text to another. Gives the place where the first match ends, where reading
   * stops; `startAfter` begins again there.
   */
  find(text: string, from: number, to: number): number | undefined {
    const { ids } = this.#classes;
    let state = this.#state;
    let place = from;
    while (place < to) {
      let code = text.charCodeAt(place);
      let length = 1;
      if (this.#isUnicode && code >= 0xd800 && code <= 0xdbff) {
        code = text.codePointAt(place) ?? code;
        if (code > 0xffff) length = 2;
      }
      state = state.next[ids[code] ?? 0] ?? this.#follow(state, code);
      if (state === found) return place;
      place += length;
    }
    this.#state = state;
    return undefined;
  }

  /** Whether there is a match that ends with the line. */
  endLine(): boolean {
    const state = this.#state;
    const { isLineStart, isAfterWord } = state;
    state.matchesAtEnd ??=
      this.#waysFrom(state, { isLineStart, isLineEnd: true, isAfterWord, isBeforeWord: false }) === undefined;
    return state.matchesAtEnd;
  }

  #follow(state: MatcherState, codePoint: number): MatcherState {
    const character = this.#classes.of(codePoint);
    const known = state.next[character.id];
    if (known !== undefined) return known;
    const { isLineStart, isAfterWord } = state;
    const isBeforeWord = character.isWord;
    const ways = this.#waysFrom(state, { isLineStart, isLineEnd: false, isAfterWord, isBeforeWord });
    const next = ways === undefined ? found : this.#read(ways, character);
    state.next[character.id] = next;
    this.#remembered += 1;
    return next;
  }

  #read(ways: readonly number[], character: CharacterClass): MatcherState {
    this.#visit += 1;
    const reached: number[] = [];
    for (const way of ways) {
      const step = this.#program.steps[way];
      if (step?.kind !== 'atom' || !character.atoms[step.atom]) continue;
      if (this.#visited[step.next] === this.#visit) continue;
      this.#visited[step.next] = this.#visit;
      reached.push(step.next);
    }
    return this.#stateOf(reached, false, character.isWord);
  }

  /** The steps that read the next character, of all ways that lead on from here; undefined if a match ends here. */
  #waysFrom({ steps }: MatcherState, place: Place): number[] | undefined {
    this.#visit += 1;
    const ways: number[] = [];
    // A match may begin at any place.
    const open = [...steps, this.#program.start];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (this.#visited[number] === this.#visit) continue;
      this.#visited[number] = this.#visit;
      const step = this.#program.steps[number];
      if (step?.kind === 'match') return undefined;
      if (step?.kind === 'atom') ways.push(number);
      else if (step?.kind === 'fork') open.push(...step.ways);
      else if (step?.kind === 'edge' && isAtEdge(step.edge, place)) open.push(step.next);
    }
    return ways;
  }

  /** What the start of a line leads to would otherwise keep all other states. */
  #forget(): void {
    this.#states = new Map();
    this.#lineStart.next.length = 0;
    this.#remembered = 0;
  }

  #stateOf(reached: readonly number[], isLineStart: boolean, isAfterWordCharacter: boolean): MatcherState {
    const isAfterWord = isAfterWordCharacter && this.#program.hasWordEdges;
    const steps = new Uint16Array(reached).sort();
    const key = `${isLineStart ? '^' : ''}${isAfterWord ? 'w' : ''}:${keyWriter.decode(steps)}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#remembered > MAX_REMEMBERED) this.#forget();
    const state: MatcherState = { steps, isLineStart, isAfterWord, next: [], matchesAtEnd: undefined };
    this.#states.set(key, state);
    this.#remembered += steps.length + 1;
    return state;
  }
}

function isAtEdge(edge: string, place: Place): boolean {
  switch (edge) {
    case '^':
      return place.isLineStart;
    case '$':
      return place.isLineEnd;
    case '\\b':
      return place.isAfterWord !== place.isBeforeWord;
    default:
      return place.isAfterWord === place.isBeforeWord;
  }
}
