import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { joinTools } from './load-tools.ts';

const module = join(import.meta.dirname, 'load-tools.ts');
const toolModule = (name: string) => `
  import { defineTool, type Tool } from 'toolcrib';
  import { z } from 'zod';
  const tool: Tool = defineTool({
    name: '${name}', description: 'x', inputSchema: z.object({}), handler: () => 'x',
  });`;

/** Loads modules in a process of its own, because tests import in their own way. */
async function loadElsewhere(files: Readonly<Record<string, string>>): Promise<unknown> {
  return withTempFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const paths = Object.keys(files).filter((name) => !name.includes('/'));
    const code = `
      const { loadTools } = await import(${JSON.stringify(module)});
      const answer = await loadTools(${JSON.stringify(paths.map((name) => join(folder, name)))}).then(
        (sources) => sources.map(({ tools }) => tools.map(({ name }) => name)),
        ({ code, message }) => ({ code, message }),
      );
      process.stdout.write(JSON.stringify(answer));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  });
}

describe('loadTools()', () => {
  it('takes tools that are exported alone, in an array and as the default, each once', async () => {
    const answer = await loadElsewhere({
      'one.ts': `${toolModule('one')} export const same = tool; export default tool;`,
      'two.ts': `${toolModule('two')} export const list = [tool, 7]; export const more = 'text';`,
    });

    expect(answer).toEqual([['one'], ['two']]);
  });

  it('gives modules the library of the service, whichever they have themselves', async () => {
    const answer = await loadElsewhere({
      'mine.ts': `${toolModule('mine')} export { tool };`,
      'node_modules/toolcrib/package.json':
        '{ "name": "toolcrib", "type": "module", "exports": "./index.js" }',
      'node_modules/toolcrib/index.js':
        'export const defineTool = (options) => ({ ...options, executor() {} });',
    });

    expect(answer).toEqual([['mine']]);
  });

  it.each([
    ['export const x = 1;', 'exports no tool'],
    ['export const x = { inputSchema: {}, executor() {} };', 'another copy'],
    ['export const x = ;', 'syntax error'],
    ['enum A { B }', 'syntax error'],
    ["import './missing.ts';", 'imports something that is not there'],
    ["throw new Error('no database here');", 'failed while it was loaded: no database here.'],
    ["import { defineTool } from 'toolcrib'; defineTool({});", 'failed while it was loaded'],
  ])('refuses a module with %s', async (text, problem) => {
    expect(await loadElsewhere({ 'broken.ts': text })).toEqual({
      code: 'E_INVALID_OPTION',
      message: expect.stringMatching(new RegExp(`^The module .*broken\\.ts .*${problem}`, 's')),
    });
  });
});

describe('joinTools()', () => {
  it('names both places of tools that have one name', () => {
    const make = () =>
      defineTool({ name: 'same', description: 'x', inputSchema: { type: 'object' }, handler: () => 'x' });

    expect(() =>
      joinTools([
        { source: 'the examples', tools: [make()] },
        { source: 'mine.ts', tools: [make()] },
      ]),
    ).toThrow(/"same": one from the examples, one from mine\.ts/);
  });
});
