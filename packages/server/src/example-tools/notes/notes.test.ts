import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { autonomy } from 'toolcrib/runtime';
import { createHarness } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { deleteNote } from './delete-note.ts';
import { openNoteFiles } from './note-files.ts';
import { saveNote } from './save-note.ts';

const caller = { id: 'ada', scopes: ['notes:write'] };

function openHarness(folder: string) {
  const notes = () => openNoteFiles(folder);
  const tools = { save: saveNote(notes), remove: deleteNote(notes) };
  const policy = autonomy({ read: 'allow', write: 'allow', destructive: 'ask' });
  return { ...createHarness([tools.save, tools.remove], { policy, caller }), ...tools };
}

describe('save_note', () => {
  it('writes a note and nothing else', async () => {
    await withTempFolder(async (folder) => {
      const { call, save } = openHarness(folder);

      const record = await call(save, { name: 'shopping', text: 'milk ✓' });

      expect(record).toMatchObject({ status: 'ok', result: { value: { path: 'notes/shopping.md' } } });
      expect(await readdir(join(folder, 'notes'))).toEqual(['shopping.md']);
      expect(await readFile(join(folder, 'notes/shopping.md'), 'utf8')).toBe('milk ✓');
    });
  });

  it('never overwrites a note, also when two are written at once', async () => {
    await withTempFolder(async (folder) => {
      const { call, save } = openHarness(folder);

      const records = await Promise.all(
        ['one', 'two', 'three'].map((text) => call(save, { name: 'same', text })),
      );

      expect(records.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'ok']);
      expect(await readdir(join(folder, 'notes'))).toEqual(['same.md']);
    });
  });

  it('is taken back if the note is still as it was', async () => {
    await withTempFolder(async (folder) => {
      const { call, save, runtime } = openHarness(folder);
      const kept = await call(save, { name: 'kept', text: 'mine' });
      const record = await call(save, { name: 'gone', text: 'x' });

      await runtime.revert(record.invocationId);

      expect(kept.status).toBe('ok');
      expect(await readdir(join(folder, 'notes'))).toEqual(['kept.md']);
    });
  });

  it.each(['../x', 'a/b', '.hidden', '', 'A', 'a.md', 'a\0', '-a', 'x'.repeat(65)])(
    'refuses the name "%s"',
    async (name) => {
      await withTempFolder(async (folder) => {
        const { call, save } = openHarness(folder);

        expect(await call(save, { name, text: 'x' })).toMatchObject({ status: 'invalid_args' });
        expect(await readdir(folder)).toEqual([]);
      });
    },
  );

  it('does not write through a link to another folder', async () => {
    await withTempFolder(async (folder) => {
      const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')];
      await mkdir(inside);
      await mkdir(outside);
      await symlink(outside, join(inside, 'notes'));
      const { call, save } = openHarness(inside);

      expect(await call(save, { name: 'x', text: 'x' })).toMatchObject({ status: 'failed' });
      expect(await readdir(outside)).toEqual([]);
    });
  });
});

describe('delete_note', () => {
  it('changes nothing if a person says no', async () => {
    await withTempFolder(async (folder) => {
      const { call, save, remove, reject } = openHarness(folder);
      await call(save, { name: 'plan', text: 'the plan' });

      const calling = call(remove, { name: 'plan' });
      await reject();

      expect(await calling).toMatchObject({ status: 'denied', sideEffect: 'none' });
      expect(await readdir(join(folder, 'notes'))).toEqual(['plan.md']);
    });
  });

  it('hides the note once a person agrees, and brings it back when it is taken back', async () => {
    await withTempFolder(async (folder) => {
      const { call, save, remove, approve, runtime } = openHarness(folder);
      await call(save, { name: 'plan', text: 'the plan' });

      const calling = call(remove, { name: 'plan' });
      await approve();
      const record = await calling;
      const left = await readdir(join(folder, 'notes'));
      const reverting = runtime.revert(record.invocationId);
      await approve();

      expect(record).toMatchObject({ status: 'ok', sideEffect: 'done' });
      expect(left).toEqual(['.deleted']);
      expect(await reverting).toMatchObject({ status: 'ok' });
      expect(await readFile(join(folder, 'notes/plan.md'), 'utf8')).toBe('the plan');
    });
  });

  it('says that there is no such note', async () => {
    await withTempFolder(async (folder) => {
      const { call, remove, approve } = openHarness(folder);

      const calling = call(remove, { name: 'none' });
      await approve();

      expect(await calling).toMatchObject({
        status: 'failed',
        problem: { message: 'There is no note of this name.' },
      });
    });
  });
});
