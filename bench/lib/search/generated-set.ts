import type { RetrievalQuery, RetrievalSet, RetrievalTool } from './retrieval-set.ts';

const QUERY_COUNT = 200;
const WORD_COUNT = 6_000;
const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sta',
  'tre',
  'vi',
  'xo',
  'zan',
];

/**
 * Tools of invented words, for machines without the public data. As in a language, a few words are in most texts and
 * most words are in few. Good for times and memory; it says nothing about quality.
 */
export function generateSet(toolCount: number): RetrievalSet {
  const next = createRandom(20_240_607);
  const words = Array.from({ length: WORD_COUNT }, (_, index) => createWord(index));
  // The word of rank n comes up about 1/n as often as the first one.
  const pick = () => words[Math.floor(WORD_COUNT ** next()) - 1] ?? '';
  const write = (count: number) => Array.from({ length: count }, pick).join(' ');
  const createTool = (index: number): RetrievalTool => ({
    id: `tool-${index}`,
    name: write(3).replaceAll(' ', '_'),
    description: write(20),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        [1, 2, 3].map(() => [pick(), { type: 'string', description: write(6) }]),
      ),
    },
    tags: [pick(), pick()],
  });
  const createQuery = (): RetrievalQuery => ({ text: write(15), gold: [] });
  return {
    tools: Array.from({ length: toolCount }, (_, index) => createTool(index)),
    queries: Array.from({ length: QUERY_COUNT }, createQuery),
  };
}

/** Every number has a word of its own. */
function createWord(index: number): string {
  const syllable = syllables[index % syllables.length] ?? '';
  return index < syllables.length
    ? `${syllable}n`
    : createWord(Math.floor(index / syllables.length)) + syllable;
}

/** The same numbers from 0 to 1 for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
