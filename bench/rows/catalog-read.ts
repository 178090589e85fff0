import type { Question } from '../children/catalog-read.ts';
import { runChild } from '../lib/run-child.ts';
import type { Goal, Line, Row, Section } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';

const counts = [10, 100, 1000, 10_000, 100_000];

const questions: readonly { readonly question: Question; readonly title: string; readonly goal?: Goal }[] = [
  { question: 'get', title: 'get() (floor: a Map)', goal: { of: 'ratio', atMost: 2 } },
  {
    question: 'list',
    title: 'list() (floor: filter an array that is kept sorted)',
    goal: { of: 'ratio', atMost: 1 },
  },
  { question: 'tag', title: 'list() by tag (floor: filter an array that is kept sorted)' },
  { question: 'page', title: 'list() by prefix, 50 at most (floor: bisect an array that is kept sorted)' },
];

/** What does it cost to read the tools of a catalogue? */
export const catalogReadRow: Row = {
  name: 'catalog-read',
  async run(effort) {
    const sections: Section[] = [];
    for (const { question, title, goal } of questions) {
      const lines: Line[] = [];
      for (const count of counts) {
        const samples = await runChild<Sample[]>('catalog-read', { question, count, effort });
        lines.push({
          name: `${count} tools`,
          unit: 'nanoseconds',
          floor: sampleOf(samples, 'floor'),
          ours: sampleOf(samples, 'ours'),
          ...(goal && { goal }),
        });
      }
      sections.push({ title: `catalog-read: ${title}`, lines, peers: [] });
    }
    return sections;
  },
};
