/** A part of the code points that a set of atoms does not tell apart, by one of its characters. */
export type Letter = string;

const LAST = 0x10ffff;
const SURROGATES = [0xd800, 0xdfff] as const;
/** Where `\d`, `\w`, `\s`, `.` and their opposites begin and end, and what is written by escapes. */
const usualEdges: readonly number[] = [
  ...[0, 0x0e, 0x20, 0x21, 0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b, 0xa0, 0xa1, 0x1680, 0x1681],
  ...[0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x2000, 0x200b, 0x2028, 0x2029, 0x202a, 0x202f, 0x2030],
  ...[0x205f, 0x2060, 0x3000, 0x3001, 0xfeff, 0xff00, SURROGATES[0], SURROGATES[1] + 1, 0x10000],
];
const niceCharacters = 'aA0 -_.@/:bB1';

const pair = String.raw`\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})`;
const hex = String.raw`\\u\{([\da-fA-F]+)\}|\\u([\da-fA-F]{4})|\\x([\da-fA-F]{2})`;
const token = new RegExp(String.raw`${pair}|${hex}|\\c([a-zA-Z])|\\(0[0-7]{0,2})|\\([^])`, 'gu');

/**
 * Where the code points that an atom of a regular expression reads begin and end, and perhaps more; undefined for atoms
 * that only a table of Unicode could tell, or whose syntax is outdated.
 */
export function findEdges(atom: string): readonly number[] | undefined {
  // Every character that is written may stand for itself, whatever the syntax around it.
  const codes = Array.from(atom, (character) => character.codePointAt(0) ?? 0);
  for (const [, high, low, braced, unit, byte, control, octal, escaped] of atom.matchAll(token)) {
    if (escaped !== undefined && /[pPck1-9]/.test(escaped)) return undefined;
    const written = braced ?? unit ?? byte;
    if (high !== undefined && low !== undefined) {
      codes.push(...[high, low].map((text) => Number.parseInt(text, 16)), fromPair(high, low));
    } else if (written !== undefined) codes.push(Number.parseInt(written, 16));
    else if (control !== undefined) codes.push(control.charCodeAt(0) % 32);
    else if (octal !== undefined) codes.push(Number.parseInt(octal, 8));
  }
  return codes.flatMap((code) => [code, code + 1]);
}

function fromPair(high: string, low: string): number {
  const units = [high, low].map((text) => Number.parseInt(text, 16));
  return String.fromCharCode(...units).codePointAt(0) ?? 0;
}

/** One character for each part of all code points between edges. */
export function toAlphabet(edges: Iterable<number>): readonly Letter[] {
  const starts = [...new Set([...usualEdges, ...edges])].filter((edge) => edge <= LAST).sort((a, b) => a - b);
  return starts.flatMap((start, index) => {
    const end = (starts[index + 1] ?? LAST + 1) - 1;
    if (start >= SURROGATES[0] && start <= SURROGATES[1]) return [];
    const nice = [...niceCharacters].find((character) => isBetween(character, start, end));
    return [nice ?? String.fromCodePoint(start)];
  });
}

function isBetween(character: string, start: number, end: number): boolean {
  const code = character.codePointAt(0) ?? -1;
  return code >= start && code <= end;
}
