// Draws docs/images/demo.svg from what `npm run demo` prints.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.ts';
import { root } from './lib/repository.ts';
import { runOrThrow } from './lib/run-command.ts';
import { toTerminalPicture } from './lib/terminal-picture.ts';
import { withTempFolder } from './lib/with-temp-folder.ts';

/** Where the picture is, relative to the root. */
export const DEMO_PICTURE = 'docs/images/demo.svg';

const LEFT_OUT = 'Left out of this picture: times, a table of the calls, and a second question.';

/** The picture as it should be. */
export async function drawDemo(): Promise<string> {
  await ensureBuilt();
  const output = await withTempFolder(play);
  return toTerminalPicture(cutToFirstTurn(hideTimes(output)), 'What npm run demo prints');
}

/** The story as it is without a terminal, where nothing that is shown depends on how fast it goes. */
async function play(folder: string): Promise<string> {
  const example = ['examples/04-research-assistant.ts', '--story', '--provider', 'anthropic'];
  const places = ['--reports', join(folder, 'reports'), '--transcript', join(folder, 'transcript.jsonl')];
  const { stdout } = await runOrThrow('node', [...example, ...places], { color: true });
  return stdout;
}

/** Durations, which differ from run to run, become a dash. Columns stay where they are. */
export function hideTimes(output: string): string {
  return output.replaceAll(/ +(?:\d+ ms|\d+\.\d s)(?!\S)/g, (time) => '– ms'.padStart(time.length));
}

/** Everything up to the answer, then how the turn ended, and a line that says what is missing. */
export function cutToFirstTurn(output: string): string {
  const lines = output.split('\n');
  const table = lines.findIndex((line) => / call +status +time /.test(line));
  const end = lines.findIndex((line) => line.startsWith('  status: '));
  if (table === -1 || end < table)
    throw new Error('The example shows no table of calls, or no status after it.');
  // The line before the status says what the turn has cost.
  const shown = [...lines.slice(0, table), ...lines.slice(end - 1, end + 1)];
  return [...shown, '', `\u001b[2m${LEFT_OUT}\u001b[22m`].join('\n');
}

if (import.meta.main) {
  const path = join(root, DEMO_PICTURE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await drawDemo());
}
