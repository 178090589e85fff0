/**
 * The regular expression of a JSON Schema, or `undefined` if JavaScript cannot compile it.
 *
 * The `u` flag goes first, as JSON Schema asks; patterns with needless escapes such as `\-` or `\@` are only
 * legal without it.
 */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Not legal with these flags.
    }
  }
  return undefined;
}

/** Atoms that read characters beyond 16 bits, which engines make into pairs of units. */
const wideAtom = /\\[pPSWD]|\[\^|\./g;
const MAX_WIDE_ATOMS = 3;
/** Up to how many rounds of a repetition engines write out. */
const MAX_WRITTEN_OUT = 3;
const tokens = /\\b|\\B|\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*\]/g;
const boundaries: Readonly<Record<string, string>> = {
  '\\b': '(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))',
  '\\B': '(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))',
};

/**
 * An expression that `test` answers the same for as for the one of {@link compilePattern}.
 *
 * Where an engine looks ahead, to search faster or at `\b`, it goes through all combinations of what up to eight
 * characters can be: with classes that read characters beyond 16 bits that takes minutes. So there is nothing
 * left to look ahead for: the search is part of the pattern, and `\b` is spelled out.
 */
export function compileTest(source: string): RegExp | undefined {
  const plain = compilePattern(source);
  if (plain === undefined || !plain.unicode) return plain;
  if (countWide(source) <= MAX_WIDE_ATOMS) return plain;
  const spelled = source.replace(tokens, (token) => boundaries[token] ?? token);
  const isAnchored = source.startsWith('^') && !source.includes('|');
  return new RegExp(isAnchored ? spelled : `^[^]*?(?:${spelled})`, 'u');
}

/** How many wide atoms there may be once an engine has written out what is repeated a few times. */
function countWide(source: string): number {
  const repeats = source.split('{').length - 1;
  return (source.match(wideAtom)?.length ?? 0) * MAX_WRITTEN_OUT ** repeats;
}
