import { stemmer } from 'stemmer';

/** The words of a text in lower case, also those of `camelCase`, `HTTPServer` and `snake_case`. */
export function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** {@link splitWords} with each word cut down to its stem by Porter's rules. */
export function splitStems(text: string): string[] {
  return splitWords(text).map((word) => stemmer(word));
}
