import { defineTool, type Tool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { matchName } from './match-name.ts';
import type { FolderOf, OpenFolder } from './open-folder.ts';

const MAX_BYTES = 1_048_576;
const LINES_PER_FILE = 5;
const MAX_LINE = 300;

/** Searches a folder. */
export function findFiles(folderOf: FolderOf): Tool {
  return defineTool({
    name: 'find_files',
    title: 'Find files',
    description:
      'Searches the shared folder, with everything under it, for files by name, by the text in them, or both. ' +
      'Gives their paths, and the lines that contain the text. Hidden files are not searched.',
    version: '1.0.0',
    tags: ['files', 'search'],
    effect: 'read',
    requires: ['files:read'],
    timeoutMs: 20_000,
    maxConcurrent: 8,
    annotations: readOnlyHints,
    inputSchema: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(128)
        .default('*')
        .describe('What the file is called, where * stands for anything and ? for one character: "*.md".'),
      text: z
        .string()
        .max(500)
        .optional()
        .describe('Words that the file contains, exactly, in upper or lower case.'),
      under: z.string().max(1_024).default('').describe('A folder inside to search in; all if empty.'),
      limit: z.int().min(1).max(200).default(50).describe('How many files to give at most.'),
    }),
    outputSchema: z.strictObject({
      files: z.array(
        z.strictObject({
          path: z.string(),
          bytes: z.int(),
          modifiedAt: z.string(),
          lines: z.array(z.strictObject({ line: z.int(), text: z.string() })).optional(),
        }),
      ),
      isComplete: z.boolean(),
    }),
    handler: async ({ name, text, under, limit }, { signal, caller }) => {
      const folder = folderOf(caller);
      const files: FileHit[] = [];
      let isComplete = true;
      const onLimit = () => {
        isComplete = false;
      };
      for await (const { path } of folder.walk(under, { signal, onLimit })) {
        if (!matchName(path.slice(path.lastIndexOf('/') + 1), name)) continue;
        const hit = await look(folder, path, text);
        if (hit === undefined) continue;
        if (files.length === limit) {
          isComplete = false;
          break;
        }
        files.push(hit);
      }
      return { files, isComplete };
    },
  });
}

type FileHit = {
  path: string;
  bytes: number;
  modifiedAt: string;
  lines?: { line: number; text: string }[];
};

async function look(folder: OpenFolder, path: string, wanted = ''): Promise<FileHit | undefined> {
  const maxBytes = wanted === '' ? 0 : MAX_BYTES;
  // A file that has gone since it was listed is none.
  const file = await folder.read(path, { maxBytes }).catch(() => undefined);
  if (file === undefined) return undefined;
  const { bytes, modifiedAt, text } = file;
  if (wanted === '') return { path, bytes, modifiedAt };
  const lines = text === undefined ? [] : findLines(text, wanted.toLowerCase());
  return lines.length === 0 ? undefined : { path, bytes, modifiedAt, lines };
}

function findLines(text: string, wanted: string): { line: number; text: string }[] {
  if (!text.toLowerCase().includes(wanted)) return [];
  const found: { line: number; text: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const at = line.toLowerCase().indexOf(wanted);
    if (at === -1) continue;
    const start = Math.max(0, at - MAX_LINE / 2);
    found.push({
      line: index + 1,
      text: line
        .slice(start, start + MAX_LINE)
        .trim()
        .toWellFormed(),
    });
    if (found.length === LINES_PER_FILE) break;
  }
  return found;
}
