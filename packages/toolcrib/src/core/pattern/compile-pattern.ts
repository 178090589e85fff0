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
