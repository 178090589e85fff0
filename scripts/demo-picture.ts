// Draws docs/images/demo.svg from what the first example prints.
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
  const { stdout } = await runOrThrow('node', ['examples/01-tools-and-registries.ts'], { color: true });
  return toTerminalPicture(stdout, 'What npm start prints');
}

if (import.meta.main) {
  const path = join(root, DEMO_PICTURE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await drawDemo());
}
