import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { findSystemNode } from '../scripts/lib/find-system-node.ts';
import { withTempFolder } from '../scripts/lib/with-temp-folder.ts';

it('finds the first node that is executable and in no package, links followed', async () => {
  await withTempFolder(async (folder) => {
    const names = ['node_modules/.bin', 'links', 'plain', 'system', 'later'];
    for (const name of names) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['node_modules/.bin', 'system', 'later']) {
      writeFileSync(join(folder, name, 'node'), '');
      chmodSync(join(folder, name, 'node'), 0o755);
    }
    writeFileSync(join(folder, 'plain/node'), '', { mode: 0o644 });
    symlinkSync(join(folder, 'node_modules/.bin/node'), join(folder, 'links/node'));
    const path = ['', ...names.map((name) => join(folder, name))].join(delimiter);

    expect(findSystemNode(path)).toBe(join(folder, 'system/node'));
    expect(findSystemNode(join(folder, 'links'))).toBeUndefined();
  });
});
