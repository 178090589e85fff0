import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import type { Library } from '../load-library.ts';

/** Gives a document of the library. */
export function readDocument(library: Library) {
  return defineTool({
    name: 'read_document',
    description: 'The whole text of one document of the library, by its id.',
    effect: 'read',
    inputSchema: z.strictObject({ id: z.string().min(1).max(100) }),
    handler: ({ id }, ctx) => {
      const document = library.get(id);
      if (document === undefined) {
        throw new ToolError(`There is no document "${id}". There are: ${[...library.keys()].join(', ')}.`);
      }
      ctx.reportProgress({ message: document.title });
      return document.text;
    },
  });
}
