import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';

/** Writes a report into a folder, once a person has said yes to it. */
export function saveReport(folder: string) {
  return defineTool({
    name: 'save_report',
    description: 'Saves a report as a Markdown file. The person is asked first and may say no.',
    effect: 'write',
    inputSchema: z.strictObject({ title: z.string().min(1).max(80), body: z.string().min(1).max(20_000) }),
    handler: async ({ title, body }, ctx) => {
      const file = `${toFileName(title)}.md`;
      const text = `# ${title}\n\n${body}\n`;
      await ctx.waitFor({
        name: 'save',
        prompt: `Save ${file}?`,
        details: { folder, file, text },
      });
      await write(join(folder, file), text);
      ctx.reportProgress({ message: file });
      return `Saved as ${file}.`;
    },
  });
}

/** What is there already is never written over. */
async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (!isTaken) throw cause;
    throw new ToolError('There is a report of this title already. Choose another title.', {
      cause,
      changedNothing: true,
    });
  }
}

/** The model chooses the title, so nothing but letters and digits may come through. */
function toFileName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['report'];
  return words.join('-');
}
