import { defineTool, type Tool } from 'toolcrib';
import { z } from 'zod';
import { addingHints } from '../hints.ts';
import { type NotesOf, noteName } from './note-files.ts';

/** Writes a new note. */
export function saveNote(notesOf: NotesOf): Tool {
  return defineTool({
    name: 'save_note',
    title: 'Save a note',
    description:
      'Saves a text as a new note in the shared folder, where it can be found and read as a file again. ' +
      'A note that exists is never overwritten; choose another name then.',
    version: '1.0.0',
    tags: ['notes', 'files'],
    effect: 'write',
    requires: ['notes:write'],
    annotations: addingHints,
    inputSchema: z.strictObject({
      name: noteName.describe('What the note is called: lower case letters, digits and hyphens.'),
      text: z.string().min(1).max(100_000).describe('What it says, as Markdown or plain text.'),
    }),
    outputSchema: z.strictObject({ path: z.string() }),
    handler: async ({ name, text }, { caller }) => {
      await notesOf(caller).create(name, text);
      return { path: pathOf(name) };
    },
    verify: async ({ name, text }, { caller }) =>
      (await notesOf(caller).has(name, text))
        ? { done: true, result: { path: pathOf(name) } }
        : { done: false },
    // What somebody else has made of the note stays.
    revert: async ({ name, text }, _, { caller }) => {
      const notes = notesOf(caller);
      if (await notes.has(name, text)) await notes.remove(name);
    },
  });
}

function pathOf(name: string): string {
  return `notes/${name}.md`;
}
