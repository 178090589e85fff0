import type { Embed } from '../../packages/toolcrib/src/search/hybrid/embedding-options.ts';

/** Some are words that nobody has in a list of synonyms, so that only this model knows what they mean. */
const concepts: readonly (readonly string[])[] = [
  ['weather', 'forecast', 'brolly', 'rain', 'temperature', 'cold'],
  ['payment', 'refund', 'invoice', 'money', 'dosh'],
  ['mail', 'letter', 'missive'],
  ['file', 'folder', 'document', 'disk'],
];

/** Texts as how much they have of a few concepts. The last number is that of every text, so that no vector is all zeros. */
export function toConcepts(text: string): readonly number[] {
  const words: readonly string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...concepts.map((concept) => words.filter((word) => concept.includes(word)).length), 0.1];
}

/** A model that knows a few concepts, and what it was asked. */
export function conceptModel() {
  const asked: { readonly kind: 'tool' | 'query'; readonly texts: readonly string[] }[] = [];
  const embed: Embed = async (texts, { kind }) => {
    asked.push({ kind, texts });
    return texts.map(toConcepts);
  };
  return {
    embed,
    asked,
    countOf: (kind: 'tool' | 'query') => asked.filter((one) => one.kind === kind).length,
  };
}
