// Imports the packed library on Node 26. Not part of the check: it downloads a whole Node.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.ts';
import { importDoors, installTarballs, packPackage } from './lib/packed-library.ts';
import { runOrThrow } from './lib/run-command.ts';
import { withTempFolder } from './lib/with-temp-folder.ts';

await ensureBuilt();
await withTempFolder(async (folder) => {
  const node = await installNode(join(folder, 'node'));
  const consumer = join(folder, 'consumer');
  await mkdir(consumer);
  await installTarballs([await packPackage(folder)], consumer);
  await importDoors(node, consumer);
  const { stdout } = await runOrThrow(node, ['--version']);
  console.log(`doors import on Node ${stdout.trim().slice(1)}`);
});

async function installNode(folder: string): Promise<string> {
  await mkdir(folder);
  // npm takes the permission to run install scripts from a project's package.json only.
  await writeFile(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  await runOrThrow('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', 'node@26'], {
    cwd: folder,
  });
  return join(folder, 'node_modules/node/bin/node');
}
