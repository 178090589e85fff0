const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
const wideSpace =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** Takes the place of what matches; not one of the characters above. */
const mark = '\u0100';

const asciiItem = String.raw`[^\\\u0080-\uffff]|\\(?:[bdfnrstvw0]|[!-/:-@[-\x60{-~]|x[0-7][\da-fA-F]|u00[0-7][\da-fA-F])`;
/** Atoms that provably read nothing but ASCII and white space. */
const asciiAtom = new RegExp(String.raw`^(?:\[(?!\^)(?:${asciiItem})*\]|(?!\.$)(?:${asciiItem}))$`);

/**
 * The symbols that an atom reads, as bits: the ASCII characters, all other white space as one symbol, and
 * everything else as another. One of those two is in the set if any of its characters may match.
 */
export function toSymbolSet(atom: string, flags: string): bigint {
  const marked = (ascii + wideSpace).replace(new RegExp(atom, `g${flags}`), mark);
  const bits = Array.from(marked.slice(0, ascii.length), (character) => (character === mark ? '1' : '0'));
  const readsWideSpace = marked.includes(mark, ascii.length);
  return BigInt(`0b${bits.join('')}${readsWideSpace ? '1' : '0'}${asciiAtom.test(atom) ? '0' : '1'}`);
}
