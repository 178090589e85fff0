import { defineTool, type Tool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { destructiveHints } from '../hints.ts';
import { type NotesOf, noteName } from './note-files.ts';

/** Deletes a note; destructive, so that a person is asked by default. */
export function deleteNote(notesOf: NotesOf): Tool {
  return defineTool({
    name: 'delete_note',
    title: 'Delete a note',
    description:
      'Deletes a note of the shared folder, by its name. It needs the approval of a person, who can also take the ' +
      'deletion back afterwards.',
    version: '1.0.0',
    tags: ['notes', 'files'],
    effect: 'destructive',
    requires: ['notes:write'],
    annotations: destructiveHints,
    inputSchema: z.strictObject({
      name: noteName.describe('What the note is called, without folder and ending.'),
    }),
    outputSchema: z.strictObject({ deleted: z.string(), restoreToken: z.string() }),
    handler: async ({ name }, { invocationId, caller }) => {
      await notesOf(caller).putAway(name, invocationId);
      return { deleted: name, restoreToken: invocationId };
    },
    verify: async ({ name }, { invocationId, caller }) =>
      (await notesOf(caller).wasPutAway(name, invocationId))
        ? { done: true, result: { deleted: name, restoreToken: invocationId } }
        : { done: false },
    revert: async ({ name }, result, { caller }) => {
      if (result === undefined) throw new ToolError('What was deleted is not known any more.');
      await notesOf(caller).bringBack(name, result.restoreToken);
    },
  });
}
