// Packs the service and uses the tarball as a stranger would: installs it, starts it, calls a tool, stops it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installTarballs, packPackage } from './lib/packed-library.ts';
import { isTestFile, serverFolder } from './lib/repository.ts';
import { runOrThrow } from './lib/run-command.ts';
import { withTempFolder } from './lib/with-temp-folder.ts';

await withTempFolder(async (folder) => {
  const [library, server] = [await packPackage(folder), await packPackage(folder, serverFolder)];
  const unwanted = server.files.filter((file) => isTestFile(file.replace(/\.(d\.ts|js)(\.map)?$/, '.ts')));
  if (unwanted.length > 0) throw new Error(`Tests are packed: ${unwanted.join(', ')}.`);
  await runOrThrow('publint', ['run', server.path, '--strict']);
  console.log(`packed ${server.files.length} files; publint: clean`);
  await withTempFolder(async (consumer) => {
    await installTarballs([library, server], consumer);
    const bin = join(consumer, 'node_modules/.bin/toolcrib');
    const { stdout } = await runOrThrow(bin, ['--version']);
    console.log(`toolcrib ${stdout.trim()} is installed`);
    await useService(bin, consumer);
  });
});

async function useService(bin: string, cwd: string): Promise<void> {
  const child = spawn(bin, ['serve', '--port', '0', '--data', 'data', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', TOOLCRIB_LOG: 'error' },
  });
  const exited = once(child, 'exit');
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    // What `serve --json` prints: one line, with the keys of the first start.
    const { url, agentKey } = JSON.parse(String(line)) as { url: string; agentKey: string };
    const response = await fetch(`${url}/v1/tenants/default/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'calculate', arguments: { expression: '6 * 7' } }),
    });
    const call: unknown = await response.json();
    const text = JSON.stringify(call);
    if (!response.ok || !text.includes('42')) throw new Error(`The call failed: ${text}`);
    console.log('a tool was called over HTTP');
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`The service ended with code ${code}.`);
  console.log('the service stopped when it was asked to');
}
