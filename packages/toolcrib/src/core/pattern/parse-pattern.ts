import { PatternRefusal } from './pattern-refusal.ts';

/** A regular expression, reduced to what decides in how many ways it can get through a text. */
export type PatternNode =
  /** Reads one character: a literal, `.`, an escape or a class. */
  | { readonly kind: 'atom'; readonly source: string }
  /** Reads nothing: `^`, `$`, `\b` or `\B`. */
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly isBehind: boolean };

const MAX_DEPTH = 50;

const groupStart = /^\((?:(?!\?)|\?(?:[:=!]|<[=!]|<[^>=!]+>))/;
const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const edge = /^(?:[$^]|\\[bB])/;
const characterClass = /^\[(?:[^\\\]]|\\.)*\]/s;
const unicodeEscape =
  /^\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u\w{4}|u\{\w+\}|x\w\w|c[a-zA-Z]|[pP]\{[^}]*\}|[^1-9ckpPux])/;
const legacyEscape = /^\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|0[0-7]{0,2}|[^1-9ck])/;

/**
 * Parses a pattern that JavaScript is known to compile, with the `u` flag if `isUnicode`, else without flags.
 *
 * @throws PatternRefusal for back-references, modifiers and deep nesting.
 */
export function parsePattern(source: string, isUnicode: boolean): PatternNode {
  return new PatternParser(source, isUnicode).parse();
}

class PatternParser {
  readonly #isUnicode: boolean;
  #rest: string;
  #depth = 0;

  constructor(source: string, isUnicode: boolean) {
    this.#rest = source;
    this.#isUnicode = isUnicode;
  }

  parse(): PatternNode {
    const node = this.#parseChoice();
    return this.#rest === '' ? node : refuse(`has unusual syntax at ${this.#rest}`);
  }

  #parseChoice(): PatternNode {
    const first = this.#parseSequence();
    const options = [first];
    while (this.#take(/^\|/)) options.push(this.#parseSequence());
    return options.length === 1 ? first : { kind: 'choice', options };
  }

  #parseSequence(): PatternNode {
    const items: PatternNode[] = [];
    while (/^[^|)]/s.test(this.#rest)) items.push(this.#parseQuantifier(this.#parseTerm()));
    return { kind: 'sequence', items };
  }

  #parseQuantifier(body: PatternNode): PatternNode {
    const match = this.#take(quantifier);
    if (match === undefined) return body;
    const [, sign, count, comma, limit] = match;
    if (sign === '?') return { kind: 'repeat', body, min: 0, max: 1 };
    const min = Number(count ?? (sign === '+' ? 1 : 0));
    const max = sign || (comma && !limit) ? Number.POSITIVE_INFINITY : Number(limit ?? count);
    return { kind: 'repeat', body, min, max };
  }

  #parseTerm(): PatternNode {
    if (this.#rest.startsWith('(')) return this.#parseGroup();
    const edgeMatch = this.#take(edge);
    if (edgeMatch) return { kind: 'edge', source: edgeMatch[0] };
    const [source] = this.#take(this.#atomSyntax()) ?? this.#refuseEscape();
    return { kind: 'atom', source };
  }

  #parseGroup(): PatternNode {
    const [start] = this.#take(groupStart) ?? refuse('uses a modifier group such as (?i:…)');
    if (++this.#depth > MAX_DEPTH) refuse(`nests groups more than ${MAX_DEPTH} deep`);
    const body = this.#parseChoice();
    this.#take(/^\)/);
    this.#depth--;
    return /[=!]$/.test(start) ? { kind: 'look', body, isBehind: start.includes('<') } : body;
  }

  #atomSyntax(): RegExp {
    if (this.#rest.startsWith('[')) return characterClass;
    if (this.#rest.startsWith('\\')) return this.#isUnicode ? unicodeEscape : legacyEscape;
    return this.#isUnicode ? /^./su : /^./s;
  }

  #refuseEscape(): never {
    const start = this.#rest.slice(0, 2);
    return refuse(/[1-9k]/.test(start) ? 'uses a back-reference' : `uses the unusual escape ${start}`);
  }

  #take(syntax: RegExp): RegExpExecArray | undefined {
    const match = syntax.exec(this.#rest) ?? undefined;
    if (match) this.#rest = this.#rest.slice(match[0].length);
    return match;
  }
}

function refuse(reason: string): never {
  throw new PatternRefusal(reason);
}
