import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrThrow } from '../../scripts/lib/run-command.ts';
import { benchFolder } from '../lib/prepare.ts';
import type { Row } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { createProgram, programNames } from '../lib/type-programs.ts';

const folder = join(benchFolder, '.cache/types');

/** How much work do sixty Zod tools in one file give the compiler? */
export const typesRow: Row = {
  name: 'types',
  async run() {
    const floor = await countInstantiations('Zod alone');
    const ours = await countInstantiations('toolcrib');
    const peers: Sample[] = [];
    for (const name of programNames) {
      if (name !== 'Zod alone' && name !== 'toolcrib') peers.push(await countInstantiations(name));
    }
    const base = { unit: 'count', floor } as const;
    return [
      {
        title: 'types: instantiations of 60 Zod tools, against the published types (floor: Zod alone)',
        lines: [{ ...base, name: 'defineTool()', ours, goal: { of: 'value', atMost: 49_999 } }],
        peers: peers.map((sample) => ({ ...base, name: sample.name, sample })),
      },
    ];
  },
};

async function countInstantiations(name: string): Promise<Sample> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tools.ts'), createProgram(name));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.base.json', files: ['tools.ts'] }),
  );
  const { stdout } = await runOrThrow('tsc', ['-p', folder, '--extendedDiagnostics']);
  const count = Number(/Instantiations:\s+([\d,]+)/.exec(stdout)?.[1]?.replaceAll(',', ''));
  return { name, values: [count] };
}
