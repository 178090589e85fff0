import { ToolError } from 'toolcrib';

/** A piece of an expression. */
export type ExpressionToken =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'symbol'; readonly symbol: string; readonly at: number };

// Sticky and without nested repetition: each character is looked at once.
const numberForm = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const nameForm = /[A-Za-z][A-Za-z0-9_]*/y;
const symbols = '+-*/%^(),';
/** What people paste from books and other programs. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['π', 'pi'],
]);

/** @throws ToolError for a character that has no meaning. */
export function readExpressionTokens(text: string): readonly ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character.trim() === '') {
      at++;
      continue;
    }
    const token = readNumber(text, at) ?? readName(text, at) ?? readSymbol(character, at);
    tokens.push(token.token);
    at = token.end;
  }
  return tokens;
}

type ReadToken = { readonly token: ExpressionToken; readonly end: number };

function readNumber(text: string, at: number): ReadToken | undefined {
  const found = matchAt(numberForm, text, at);
  if (found === undefined) return undefined;
  return { token: { kind: 'number', value: Number(found), at }, end: at + found.length };
}

function readName(text: string, at: number): ReadToken | undefined {
  const found = matchAt(nameForm, text, at);
  if (found === undefined) return undefined;
  return { token: { kind: 'name', name: found.toLowerCase(), at }, end: at + found.length };
}

function readSymbol(character: string, at: number): ReadToken {
  const symbol = synonyms.get(character) ?? character;
  if (symbol === 'pi') return { token: { kind: 'name', name: symbol, at }, end: at + 1 };
  if (!symbols.includes(symbol)) throw syntaxError(at, 'a character without a meaning');
  return { token: { kind: 'symbol', symbol, at }, end: at + 1 };
}

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

/** Says where an expression goes wrong, without repeating it. */
export function syntaxError(at: number, problem: string): ToolError {
  return new ToolError(`The expression has ${problem} at character ${at + 1}.`, { changedNothing: true });
}
