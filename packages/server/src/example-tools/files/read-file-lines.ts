import { defineTool, type Tool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { ResultBudget } from '../result-budget.ts';
import type { FolderOf } from './open-folder.ts';

const MAX_BYTES = 5_242_880;

/** Reads a part of a file. */
export function readFileLines(folderOf: FolderOf): Tool {
  return defineTool({
    name: 'read_file',
    title: 'Read a file',
    description:
      'Reads lines of a text file of the shared folder. Long files are read in parts: go on with the line ' +
      'after the last one until "isEnd" is true. Paths are those that a search for files gives.',
    version: '1.0.0',
    tags: ['files'],
    effect: 'read',
    requires: ['files:read'],
    annotations: readOnlyHints,
    inputSchema: z.strictObject({
      path: z.string().min(1).max(1_024).describe('Path of the file, relative to the folder.'),
      firstLine: z.int().min(1).default(1).describe('The line to begin with; the first one is 1.'),
      maxLines: z.int().min(1).max(2_000).default(200).describe('How many lines to read at most.'),
    }),
    outputSchema: z.strictObject({
      path: z.string(),
      firstLine: z.int(),
      lines: z.array(z.string()),
      totalLines: z.int(),
      isEnd: z.boolean(),
    }),
    handler: async ({ path, firstLine, maxLines }, { caller }) => {
      const file = await folderOf(caller).read(path, { maxBytes: MAX_BYTES });
      if (file.text === undefined) {
        throw new ToolError('The file is no text, or larger than 5 MiB.', { changedNothing: true });
      }
      const all = file.text.replace(/\r?\n$/, '').split(/\r?\n/);
      const lines = all.slice(firstLine - 1, firstLine - 1 + maxLines);
      const budget = new ResultBudget('Read fewer lines at once by a lower maxLines.');
      for (const line of lines) budget.takeJson(line);
      const isEnd = firstLine - 1 + lines.length >= all.length;
      return { path: file.path, firstLine, lines, totalLines: all.length, isEnd };
    },
  });
}
