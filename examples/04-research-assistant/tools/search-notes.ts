import { defineTool } from 'toolcrib';
import { z } from 'zod';
import type { Library } from '../load-library.ts';
import { searchLibrary } from '../search-library.ts';

/** Finds documents by their words. */
export function searchNotes(library: Library) {
  return defineTool({
    name: 'search_notes',
    description: 'Finds documents of the library by words. Each line has an id for read_document.',
    effect: 'read',
    inputSchema: z.strictObject({
      query: z.string().min(1).max(200),
      limit: z.number().int().min(1).max(10).default(4),
    }),
    handler: ({ query, limit }, ctx) => {
      const hits = searchLibrary(library, query).slice(0, limit);
      if (hits.length === 0) return 'No document has any of these words.';
      ctx.reportProgress({ message: hits.map(({ document }) => document.id).join(', ') });
      return hits.map(({ document: { id, title }, line }) => `${id}: ${title}. … ${line} …`).join('\n');
    },
  });
}
