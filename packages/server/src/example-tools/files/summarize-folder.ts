import { defineTool, type Tool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import type { FolderOf } from './open-folder.ts';

const MAX_BYTES = 1_048_576;
const MAX_KINDS = 50;

/** Counts what is in a folder, and tells on the way how far it is. */
export function summarizeFolder(folderOf: FolderOf): Tool {
  return defineTool({
    name: 'summarize_folder',
    title: 'Summarize a folder',
    description:
      'Counts the files, bytes, lines and words in the shared folder, by kind of file. It reads every file and ' +
      'reports its progress, so it can take a while with large folders.',
    version: '1.0.0',
    tags: ['files', 'statistics'],
    effect: 'read',
    requires: ['files:read'],
    timeoutMs: 60_000,
    maxConcurrent: 2,
    annotations: readOnlyHints,
    inputSchema: z.strictObject({
      under: z.string().max(1_024).default('').describe('A folder inside to count; all if empty.'),
    }),
    outputSchema: z.strictObject({
      files: z.int(),
      bytes: z.int(),
      lines: z.int(),
      words: z.int(),
      kinds: z.array(z.strictObject({ extension: z.string(), files: z.int(), bytes: z.int() })),
      isComplete: z.boolean(),
    }),
    handler: async ({ under }, ctx) => {
      const folder = folderOf(ctx.caller);
      let isComplete = true;
      const onLimit = () => {
        isComplete = false;
      };
      const paths: string[] = [];
      for await (const { path } of folder.walk(under, { signal: ctx.signal, onLimit })) paths.push(path);

      const total = { files: 0, bytes: 0, lines: 0, words: 0 };
      const kinds = new Map<string, { files: number; bytes: number }>();
      for (const path of paths) {
        ctx.signal.throwIfAborted();
        // A file that has gone since it was listed is not counted.
        const file = await folder.read(path, { maxBytes: MAX_BYTES }).catch(() => undefined);
        if (file === undefined) continue;
        total.files++;
        total.bytes += file.bytes;
        total.lines += countMatches(file.text, /\n/g);
        total.words += countMatches(file.text, /\S+/g);
        const kind = kinds.get(extensionOf(path)) ?? { files: 0, bytes: 0 };
        kinds.set(extensionOf(path), { files: kind.files + 1, bytes: kind.bytes + file.bytes });
        ctx.reportProgress({ message: `Read ${total.files} files`, done: total.files, total: paths.length });
      }
      return { ...total, kinds: largestFirst(kinds), isComplete };
    },
  });
}

function largestFirst(
  kinds: ReadonlyMap<string, { files: number; bytes: number }>,
): { extension: string; files: number; bytes: number }[] {
  return [...kinds]
    .map(([extension, counts]) => ({ extension, ...counts }))
    .sort((left, right) => right.bytes - left.bytes || (left.extension < right.extension ? -1 : 1))
    .slice(0, MAX_KINDS);
}

function countMatches(text = '', form: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(form)) count++;
  return count;
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase().slice(0, 32).toWellFormed();
}
