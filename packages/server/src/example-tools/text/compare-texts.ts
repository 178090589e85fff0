import { defineTool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { type DiffLine, diffLines } from './line-diff.ts';

const CONTEXT_LINES = 3;

/** Shows what differs between two texts. */
export const compareTexts = defineTool({
  name: 'compare_texts',
  title: 'Compare two texts',
  description:
    'Compares two texts line by line and shows what was added and removed, as a unified diff with line numbers. ' +
    'Use it to see what changed between two versions of a text, configuration or source file.',
  version: '1.0.0',
  tags: ['text', 'comparison'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    before: z.string().max(200_000).describe('The old text.'),
    after: z.string().max(200_000).describe('The new text.'),
  }),
  outputSchema: z.strictObject({
    isIdentical: z.boolean(),
    added: z.int(),
    removed: z.int(),
    diff: z.string(),
  }),
  handler: ({ before, after }) => {
    const lines = diffLines(splitLines(before), splitLines(after));
    return {
      isIdentical: before === after,
      added: lines.filter(({ mark }) => mark === '+').length,
      removed: lines.filter(({ mark }) => mark === '-').length,
      diff: formatHunks(lines),
    };
  },
});

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** Only what changed, with a few lines around it. */
function formatHunks(lines: readonly DiffLine[]): string {
  const shown = new Uint8Array(lines.length);
  for (const [index, { mark }] of lines.entries()) {
    if (mark !== ' ') shown.fill(1, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  }
  const output: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const [index, { mark, text }] of lines.entries()) {
    if (shown[index] === 1) {
      if (shown[index - 1] !== 1) output.push(`@@ -${oldLine} +${newLine} @@`);
      output.push(`${mark}${text}`);
    }
    if (mark !== '+') oldLine++;
    if (mark !== '-') newLine++;
  }
  return output.join('\n');
}
