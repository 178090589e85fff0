import { kindOf } from './character-kind.ts';
import { classifyWord } from './classify-word.ts';
import { BEGINS_PAIR, conceptCount, lexicon, numberOf, pairLexicon } from './concepts.ts';

/** What stands in the row of concepts where a sentence or a clause ends. */
export const SENTENCE_END = -1;
export const CLAUSE_END = -2;

/** A text as a row of concepts, one for each word. */
export interface Words {
  /** Numbers of concepts, and where sentences and clauses end. */
  readonly concepts: readonly number[];
  /** Where each of them begins and ends in the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Which are in quotation marks. */
  readonly isQuoted: readonly boolean[];
  /** Which concepts occur, by their numbers: those that do are not 0. */
  readonly present: Uint8Array;
  /** How long the longest piece without white space is; data is longer than words. */
  readonly longest: number;
  /** How many pieces begin with a digit. */
  readonly numbers: number;
}

const abbreviations: ReadonlySet<string> = new Set(['e.g', 'i.e', 'etc', 'vs', 'eg', 'no', 'fig']);
/** Letters with spaces between them are read as words from here on. */
const MIN_SPELLED = 5;
const BACKTICK = 0x60;
/** What as code is more than the name of a parameter. */
const keptInCode: ReadonlySet<number> = new Set(
  (['strong', 'weak', 'envVars', 'url', 'script', 'bank', 'toolName'] as const).map(
    (concept) => numberOf[concept],
  ),
);
const bullets: ReadonlySet<string> = new Set(['-', '•']);

/** Splits a text into words and sentences, and finds their concepts. Takes time in proportion to the text. */
export function readWords(text: string): Words {
  return new WordReader(text).read();
}

class WordReader {
  readonly #text: string;
  readonly #lower: string;
  readonly #concepts: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #isQuoted: boolean[] = [];
  readonly #present = new Uint8Array(conceptCount);
  #longest = 0;
  #numbers = 0;
  /** The word before, if a pair may begin with it. */
  #beginning = '';
  #quote = 0;
  #quoteStart = 0;
  #spelled = '';
  #spelledStart = 0;

  constructor(text: string) {
    this.#text = text;
    const lower = text.toLowerCase();
    // A few capitals become longer, so that positions would not fit.
    this.#lower = lower.length === text.length ? lower : text;
  }

  read(): Words {
    const text = this.#text;
    const { length } = text;
    let start = -1;
    let isPlain = true;
    for (let index = 0; index <= length; index++) {
      const found = index === length ? 'space' : kindOf(text.charCodeAt(index));
      // What goes on after a question mark without a space is an address.
      const kind =
        found === 'sentence' && start !== -1 && isLetter(text.charCodeAt(index + 1)) ? 'other' : found;
      if (kind === 'letter' || kind === 'capital' || kind === 'other') {
        // A capital inside a word may make it a name, as in `sendEmail`.
        if (kind === 'other' || (kind === 'capital' && start !== -1)) isPlain = false;
        if (start === -1) start = index;
        continue;
      }
      if (start !== -1) this.#readPiece(start, index, isPlain);
      start = -1;
      isPlain = true;
      if (kind !== 'space') this.#readMark(kind, index);
    }
    this.#endSpelling(length);
    return {
      concepts: this.#concepts,
      starts: this.#starts,
      ends: this.#ends,
      isQuoted: this.#isQuoted,
      present: this.#present,
      longest: this.#longest,
      numbers: this.#numbers,
    };
  }

  #readMark(kind: 'quote' | 'clause' | 'sentence' | 'line', index: number): void {
    if (kind === 'quote') this.#readQuote(this.#text.charCodeAt(index), index);
    else if (kind === 'clause') this.#endClause(index);
    else if (kind === 'sentence' || startsParagraph(this.#text, index)) this.#endSentence(index);
  }

  #readPiece(start: number, end: number, isPlain: boolean): void {
    if (end - start > this.#longest) this.#longest = end - start;
    if (isPlain) this.#addPlain(start, end);
    else if (bullets.has(this.#text.slice(start, end))) this.#endSentence(start);
    else this.#readMarked(start, end);
  }

  /** Letters only, and at most the first a capital, as nearly all words. */
  #addPlain(start: number, end: number): void {
    const word = this.#lower.slice(start, end);
    if (end - start === 1) this.#spell(word, start);
    else if (this.#spelled !== '') this.#endSpelling(start);
    this.#addKnown(word, lexicon.get(word) ?? numberOf.unknown, { start, end });
  }

  /** A word with the marks that stick to it, or something else than a word. */
  #readMarked(start: number, end: number): void {
    const text = this.#text;
    let first = start;
    let last = end;
    if (isApostrophe(text.charCodeAt(first))) {
      this.#readQuote(0x27, first);
      first++;
    }
    let endsSentence = false;
    let hasColon = false;
    let isClosing = false;
    for (; last > first; last--) {
      const code = text.charCodeAt(last - 1);
      if (code === 0x2e || code === 0x2026) endsSentence = true;
      else if (code === 0x3a) hasColon = true;
      else if (isApostrophe(code)) isClosing = true;
      else break;
    }
    if (last > first) this.#addMarked(first, last);
    if (isClosing && this.#quote === 0x27) this.#toggleQuote(0x27);
    if (hasColon) this.#push(numberOf.colon, last, last + 1);
    if (endsSentence && !abbreviations.has(this.#lower.slice(first, last))) this.#endSentence(last);
  }

  #addMarked(start: number, end: number): void {
    const word = this.#lower.slice(start, end);
    if (word >= '0' && word < ':') this.#numbers++;
    if (end - start > 1) this.#endSpelling(start);
    else if (word < '0' || word > '9') this.#spell(word, start);
    const known = lexicon.get(word) ?? this.#unknownInPair(word);
    if (known !== undefined) {
      this.#addKnown(word, known, { start, end });
      return;
    }
    this.#beginning = '';
    const found = classifyWord(this.#text.slice(start, end));
    if (found.length === 0) this.#push(numberOf.unknown, start, end);
    // An address that is given as an example is nowhere that anything is sent to.
    const isExample = found[0] === numberOf.url && this.#concepts.slice(-6).includes(numberOf.example);
    const isTool = this.#concepts.at(-1) === numberOf.tool;
    for (const number of found) {
      const isNamedTool = isTool && number === numberOf.identifier;
      this.#push(isExample ? numberOf.unknown : isNamedTool ? numberOf.toolName : number, start, end);
    }
  }

  #addKnown(word: string, entry: number, { start, end }: { start: number; end: number }): void {
    const pair = this.#beginning === '' ? undefined : pairLexicon.get(`${this.#beginning} ${word}`);
    const found = pair ?? entry & ~BEGINS_PAIR;
    const number = found === numberOf.must && this.#isCondition() ? numberOf.unknown : found;
    const isNamedTool = number === numberOf.tool && this.#concepts.at(-1) === numberOf.identifier;
    this.#push(isNamedTool ? numberOf.toolName : number, start, end);
    this.#beginning = (entry & BEGINS_PAIR) === 0 ? '' : word;
  }

  /** Whether "if you need" or the like stands before: what follows isn't a duty. */
  #isCondition(): boolean {
    return this.#concepts.at(-2) === numberOf.you && this.#concepts.at(-3) === numberOf.when;
  }

  /** A pair may end with a word that means nothing alone. */
  #unknownInPair(word: string): number | undefined {
    const isPair = this.#beginning !== '' && pairLexicon.has(`${this.#beginning} ${word}`);
    return isPair ? numberOf.unknown : undefined;
  }

  /** Gathers letters that stand alone, as in `i g n o r e`. */
  #spell(word: string, start: number): void {
    if (this.#spelled === '') this.#spelledStart = start;
    this.#spelled += word;
  }

  #endSpelling(end: number): void {
    const letters = this.#spelled;
    this.#spelled = '';
    if (letters.length < MIN_SPELLED) return;
    for (const number of findWords(letters)) this.#push(number, this.#spelledStart, end);
  }

  #push(number: number, start: number, end: number): void {
    this.#concepts.push(number);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#isQuoted.push(this.#quote !== 0);
    if (number >= 0) this.#present[number] = 1;
  }

  #endSentence(at: number): void {
    if (this.#concepts.at(-1) !== SENTENCE_END) this.#push(SENTENCE_END, at, at);
    this.#beginning = '';
  }

  #endClause(at: number): void {
    if ((this.#concepts.at(-1) ?? SENTENCE_END) >= 0) this.#push(CLAUSE_END, at, at);
    this.#beginning = '';
  }

  /** A mark of quotation; where it begins a sentence, that sentence is announced. */
  #readQuote(mark: number, index: number): void {
    if (this.#quote === 0 && mark !== BACKTICK && startsSentence(this.#text, index)) {
      this.#push(numberOf.quotation, index, index + 1);
    }
    this.#toggleQuote(mark);
  }

  #toggleQuote(mark: number): void {
    if (this.#quote === BACKTICK && mark === BACKTICK) this.#endCode();
    this.#quote = this.#quote === 0 ? mark : 0;
    this.#quoteStart = this.#concepts.length;
  }

  /** One plain word as code is the name of a parameter, whatever it means elsewhere. */
  #endCode(): void {
    const last = this.#concepts.length - 1;
    const number = this.#concepts[last];
    if (last !== this.#quoteStart || number === undefined || number < 0 || keptInCode.has(number)) return;
    this.#concepts[last] = numberOf.argument;
    this.#present[numberOf.argument] = 1;
  }
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2018 || code === 0x2019;
}

const nextLine = /[ \t]{0,80}(?:\n|[-*•]|\w{1,40}[ \t]?[:(])/y;

/** Whether a line that ends here is followed by an empty one, an item of a list, or the name of something. */
function startsParagraph(text: string, index: number): boolean {
  nextLine.lastIndex = index + 1;
  return nextLine.test(text);
}

const fewWords = /(?:[^\s"'“”‘’`<>{}()[\]=]{1,40}[ ]){3}[^\s"]/y;

/** Whether several words follow a mark of quotation; a name or a value has fewer. */
function startsSentence(text: string, index: number): boolean {
  fewWords.lastIndex = index + 1;
  return fewWords.test(text);
}

const MAX_WORD = 14;
const MIN_WORD = 3;

/** The known words in a row of letters, the longest first. */
function findWords(letters: string): number[] {
  const numbers: number[] = [];
  let at = 0;
  while (at < letters.length) {
    let length = Math.min(MAX_WORD, letters.length - at);
    while (length >= MIN_WORD && !lexicon.has(letters.slice(at, at + length))) length--;
    const found = length < MIN_WORD ? undefined : lexicon.get(letters.slice(at, at + length));
    if (found !== undefined) numbers.push(found & ~BEGINS_PAIR);
    at += Math.max(length, 1);
  }
  return numbers;
}
