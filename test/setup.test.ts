import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/lib/repository.ts';
import { withTempFolder } from '../scripts/lib/with-temp-folder.ts';

it('runs npm ci exactly when something wanted is missing or different', async () => {
  await withTempFolder(async (folder) => {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o755 });
    };
    const lock = (packages: object) => JSON.stringify({ packages });
    const runSetup = () =>
      spawnSync(process.execPath, [join(folder, 'scripts/setup.mjs')], {
        encoding: 'utf8',
        env: { PATH: `${join(folder, 'node_modules/.bin')}:${join(folder, 'bin')}:/usr/bin:/bin` },
      });
    const zod = { version: '4.0.0', integrity: 'sha512-a' };
    cpSync(join(root, 'scripts/setup.mjs'), join(folder, 'scripts/setup.mjs'));
    write('bin/npm', '#!/bin/sh\necho "npm $*"\nexit 7\n');
    write('node_modules/.bin/npm', '#!/bin/sh\necho "an npm that is about to be deleted"\n');
    write(
      'package-lock.json',
      lock({
        '': { version: '0.0.0' },
        'packages/toolcrib': { version: '0.1.0' },
        'node_modules/zod': zod,
        'node_modules/other-platform': { version: '1.0.0', optional: true },
        'node_modules/other-system': { version: '1.0.0', devOptional: true, os: ['none'] },
        'node_modules/exporter': { ...zod, devOptional: true },
      }),
    );

    expect(runSetup()).toMatchObject({ status: 7, stdout: expect.stringMatching(/nothing is.*\nnpm ci/) });

    write('node_modules/.package-lock.json', lock({ 'node_modules/zod': { ...zod, version: '3.0.0' } }));
    expect(runSetup()).toMatchObject({ status: 7, stdout: expect.stringMatching(/zod differs.*\nnpm ci/) });

    write('node_modules/.package-lock.json', lock({ 'node_modules/zod': zod }));
    expect(runSetup()).toMatchObject({
      status: 7,
      stdout: expect.stringMatching(/exporter is missing.*\nnpm ci/),
    });

    write('node_modules/.package-lock.json', lock({ 'node_modules/zod': zod, 'node_modules/exporter': zod }));
    expect(runSetup()).toMatchObject({ status: 7, stdout: expect.stringMatching(/Node is miss.*\nnpm ci/) });

    write('node_modules/.bin/node', '');
    expect(runSetup()).toMatchObject({ status: 0, stdout: 'setup: dependencies are up to date\n' });

    rmSync(join(folder, 'node_modules/.package-lock.json'));
    expect(runSetup().status).toBe(7);
  });
});
