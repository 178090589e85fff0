import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSystemNode } from '../../scripts/lib/find-system-node.ts';
import { serverFolder } from '../../scripts/lib/repository.ts';
import { runCommand } from '../../scripts/lib/run-command.ts';

const bin = join(serverFolder, 'bin/toolcrib.js');

/** Makes this Node say that it is an older one. */
function pretend(version: string): readonly string[] {
  const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`, bin, '--version'];
}

it('asks for the oldest Node that the package says', () => {
  const { engines } = JSON.parse(readFileSync(join(serverFolder, 'package.json'), 'utf8'));
  const [, major, minor] = /OLDEST = \[(\d+), (\d+)\]/.exec(readFileSync(bin, 'utf8')) ?? [];

  expect(engines.node).toBe(`>=${major}.${minor}`);
});

it.each(['20.20.2', '22.12.9', '9.0.0'])(
  'says on Node %s in one sentence that it is too old',
  async (version) => {
    const { code, output } = await runCommand(process.execPath, pretend(version));

    expect(code).toBe(2);
    expect(output).toContain(
      `Toolcrib needs Node 22.13 or newer, but ${process.execPath} is Node ${version}.`,
    );
    expect(output.trim().split('\n')).toHaveLength(1);
  },
);

it.each(['22.13.0', '23.0.0', '100.1.0'])('starts on Node %s', async (version) => {
  const { output } = await runCommand(process.execPath, pretend(version));

  expect(output).not.toContain('or newer');
});

it('can be read by an old Node: nothing is imported by a name that it does not have, nor awaited', async () => {
  const lines = readFileSync(bin, 'utf8').split('\n');

  const named = lines.filter((line) => /^import \{/.test(line)).map((line) => line.split(' from ')[1]);
  expect(named).toEqual(["'node:os';", "'node:path';"]);
  expect(lines.filter((line) => /^\s*await\b/.test(line))).toEqual([]);
  // Where there is an old one, it really reads it.
  const node = findSystemNode(process.env.PATH ?? '');
  const { stdout } = node === undefined ? { stdout: '' } : await runCommand(node, ['--version']);
  if (node !== undefined && /^v(?:1[4-9]|20|21)\./.test(stdout)) {
    expect((await runCommand(node, [bin, '--version'])).output).toMatch(/^error \S+: Toolcrib needs Node/);
  }
});
