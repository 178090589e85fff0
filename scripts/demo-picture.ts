// Draws docs/images/demo.svg from what `npm start` prints.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.ts';
import { root } from './lib/repository.ts';
import { runOrThrow } from './lib/run-command.ts';
import { toTerminalPicture } from './lib/terminal-picture.ts';

/** Where the picture is, relative to the root. */
export const DEMO_PICTURE = 'docs/images/demo.svg';

/** The picture as it should be. */
export async function drawDemo(): Promise<string> {
  await ensureBuilt();
  const { stdout } = await runOrThrow('node', ['examples/02-call-path.ts'], { color: true });
  return toTerminalPicture(numberIds(stdout), 'What npm start prints');
}

/** Random ids, which the example cuts to eight characters, become numbers of the same length: 00000001, 00000002. */
export function numberIds(output: string): string {
  const numbers = new Map<string, string>();
  return output.replaceAll(/\b[0-9a-z]{8}(?=…)/g, (id) => {
    const number = numbers.get(id) ?? String(numbers.size + 1).padStart(8, '0');
    numbers.set(id, number);
    return number;
  });
}

if (import.meta.main) {
  const path = join(root, DEMO_PICTURE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await drawDemo());
}
