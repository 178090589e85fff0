import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServeSettings } from './read-serve-options.ts';

const WELCOME = `# Welcome to Toolcrib

This folder is what the example tools can see: find_files searches it, read_file reads it, summarize_folder counts it,
and save_note and delete_note keep notes in it. Put files of your own here, or give another folder with --files.
`;

/** Makes the folder of the example tools, with something to find in it, unless it exists. One that was given exists. */
export async function prepareFiles({ folder, isGiven }: ServeSettings['files']): Promise<void> {
  if (isGiven) return;
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await writeFile(join(folder, 'welcome.md'), WELCOME);
}
