import type { Signal, SignalRule } from '../signals/signal.ts';
import { signalIndex } from '../signals/signal-index.ts';
import { type Concept, conceptCount, numberOf } from './concepts.ts';
import { hasAll, toTags } from './phrase.ts';
import { CLAUSE_END, SENTENCE_END, type Words } from './read-words.ts';

/** A signal that a text has. */
export interface FoundSignal {
  readonly rule: SignalRule;
  /** Of signals of one family only the strongest counts. */
  readonly family: string;
  readonly deed: string;
  readonly weight: number;
  /** Where in the text. */
  readonly start: number;
  readonly end: number;
}

/** A part of the row of concepts. */
interface Span {
  readonly first: number;
  readonly last: number;
}

interface Sentence extends Span {
  readonly present: Uint8Array;
  readonly isAddressed: boolean;
  readonly isMeta: boolean;
}

/** Marks a concept that was looked at already. */
const SEEN = 2;
/** A longer sentence is a list; what is far apart in it does not belong together. */
const MAX_SENTENCE = 48;
/** Whoever repeats a phrase says no more by it. */
const MAX_MATCHES = 8;
/** How much a phrase counts that is quoted as an example, quoted, spoken about, or not said to the model. */
const QUOTED_EXAMPLE = 0;
const QUOTED = 0.6;
const MENTIONED = 0.35;
const UNADDRESSED = 0.4;

const addressing = numbersOf('you', 'your', 'must', 'model', 'before', 'also');
const commands: ReadonlySet<number> = new Set(
  numbersOf(
    ...([
      'override',
      'send',
      'exfiltrate',
      'embed',
      'encode',
      'read',
      'call',
      'tell',
      'show',
      'hide',
    ] as const),
    ...([
      'obey',
      'alter',
      'delete',
      'prefer',
      'lie',
      'skip',
      'keep',
      'choose',
      'make',
      'approve',
      'assign',
      'download',
    ] as const),
  ),
);
const adverbs: ReadonlySet<number> = new Set(numbersOf('also', 'secretly', 'first', 'must'));
/** What a sentence can begin with before it comes to a command, and what makes a verb none. */
const openers: ReadonlySet<number> = new Set(numbersOf('opener', 'when', 'after', 'must'));
const preceding: ReadonlySet<number> = new Set(
  numbersOf('opener', 'auxiliary', 'not', 'user', 'you', 'tool'),
);
/** In quotation marks there are names, and phrases that are not said. */
const named: ReadonlySet<number> = new Set(
  numbersOf('strong', 'weak', 'url', 'toolName', 'identifier', 'argument', 'envVars'),
);

/** The signals of a text, of each family the strongest. Takes time in proportion to the text. */
export function weighWords(words: Words): readonly FoundSignal[] {
  return new Scale(words).weigh();
}

class Scale {
  readonly #words: Words;
  readonly #strongest = new Map<string, FoundSignal>();
  #tags: string | undefined;
  #sentences: readonly Sentence[] | undefined;
  #neighbours: readonly Sentence[] | undefined;

  constructor(words: Words) {
    this.#words = words;
  }

  weigh(): readonly FoundSignal[] {
    const { present, concepts } = this.#words;
    for (const number of concepts) {
      if (number < 0 || present[number] !== 1) continue;
      present[number] = SEEN;
      for (const { signal, needed, pattern } of signalIndex[number] ?? []) {
        if (!hasAll(present, needed)) continue;
        if (pattern === undefined) this.#weighMix(signal, needed);
        else this.#weighPhrase(signal, pattern);
      }
    }
    return [...this.#strongest.values()];
  }

  #weighPhrase(signal: Signal, pattern: RegExp): void {
    this.#tags ??= toTags(this.#words.concepts);
    pattern.lastIndex = 0;
    for (let count = 0; count < MAX_MATCHES; count++) {
      const match = pattern.exec(this.#tags);
      if (match === null) return;
      const span = { first: match.index, last: match.index + match[0].length - 1 };
      const sentences = this.#readSentences();
      const at = sentences.findIndex(({ last }) => last >= span.first);
      const sentence = sentences[at];
      if (sentence === undefined) return;
      const trust = this.#trustIn(span, sentence, sentences[at - 1]);
      this.#keep(signal, span, trust * addresseeOf(signal, sentence));
    }
  }

  #weighMix(signal: Signal, needed: readonly (readonly number[])[]): void {
    const sentences = signal.reach === 'neighbours' ? this.#readNeighbours() : this.#readSentences();
    for (const sentence of sentences) {
      if (!hasAll(sentence.present, needed)) continue;
      this.#keep(signal, sentence, (sentence.isMeta ? MENTIONED : 1) * addresseeOf(signal, sentence));
    }
  }

  #keep({ rule, family, deed, weight }: Signal, { first, last }: Span, share: number): void {
    if (weight * share <= (this.#strongest.get(family)?.weight ?? 0)) return;
    const { starts, ends } = this.#words;
    const position = { start: starts[first] ?? 0, end: ends[last] ?? 0 };
    this.#strongest.set(family, { rule, family, deed, weight: weight * share, ...position });
  }

  /** How much a phrase counts: one that is quoted, or that a tool looks for, is not said to the model. */
  #trustIn({ first, last }: Span, sentence: Sentence, before: Sentence | undefined): number {
    const { isQuoted } = this.#words;
    if (isQuoted[first] !== true || isQuoted[last] !== true) return sentence.isMeta ? MENTIONED : 1;
    const isExample = sentence.isMeta || sentence.present[numberOf.example] === 1 || before?.isMeta === true;
    return isExample ? QUOTED_EXAMPLE : QUOTED;
  }

  #readSentences(): readonly Sentence[] {
    this.#sentences ??= splitSentences(this.#words);
    return this.#sentences;
  }

  /** Each sentence together with the next. */
  #readNeighbours(): readonly Sentence[] {
    const sentences = this.#readSentences();
    this.#neighbours ??= sentences.slice(1).map((next, index) => join(sentences[index] ?? next, next));
    return this.#neighbours;
  }
}

function addresseeOf({ needsAddressee }: Signal, { isAddressed }: Sentence): number {
  return needsAddressee && !isAddressed ? UNADDRESSED : 1;
}

function splitSentences({ concepts, isQuoted }: Words): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let first = 0;
  while (first < concepts.length) {
    const end = concepts.indexOf(SENTENCE_END, first);
    const stop = end === -1 ? concepts.length : end;
    const last = Math.min(stop, first + MAX_SENTENCE) - 1;
    const present = new Uint8Array(conceptCount);
    for (let at = first; at <= last; at++) {
      const number = concepts[at] ?? SENTENCE_END;
      if (number >= 0 && (isQuoted[at] !== true || named.has(number))) present[number] = 1;
    }
    const isAddressed =
      addressing.some((number) => present[number] === 1) || (first > 0 && hasCommand(concepts, first, last));
    sentences.push({ first, last, present, isAddressed, isMeta: present[numberOf.meta] === 1 });
    first = last + (last + 1 === stop ? 2 : 1);
  }
  return sentences;
}

function join(sentence: Sentence, next: Sentence): Sentence {
  return {
    first: sentence.first,
    last: next.last,
    present: sentence.present.map((isPresent, number) => isPresent | (next.present[number] ?? 0)),
    isAddressed: sentence.isAddressed || next.isAddressed,
    isMeta: sentence.isMeta || next.isMeta,
  };
}

/**
 * Whether a sentence, or a clause of it, begins as a command does. What the first sentence of a description commands
 * is what the tool does.
 */
function hasCommand(concepts: readonly number[], first: number, last: number): boolean {
  if (isCommand(concepts, first)) return true;
  const hasOpener = openers.has(concepts[first] ?? SENTENCE_END);
  for (let at = first; at < last; at++) {
    const number = concepts[at] ?? SENTENCE_END;
    // After "For better results" a command needs no comma; after "to" or "can" a verb is none.
    const mayBegin =
      number === CLAUSE_END || number === numberOf.colon || (hasOpener && !preceding.has(number));
    if (mayBegin && isCommand(concepts, at + 1)) return true;
  }
  return false;
}

function isCommand(concepts: readonly number[], at: number): boolean {
  const number = concepts[at] ?? SENTENCE_END;
  return commands.has(number) || (adverbs.has(number) && commands.has(concepts[at + 1] ?? SENTENCE_END));
}

function numbersOf(...concepts: readonly Concept[]): readonly number[] {
  return concepts.map((concept) => numberOf[concept]);
}
