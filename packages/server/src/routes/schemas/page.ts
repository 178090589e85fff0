import { z } from 'zod';
import { dateTime } from './fields.ts';

/** The query of a list in pages. */
export const pageFields = {
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({ description: 'At most so many items.' }),
  after: z
    .string()
    .meta({ description: 'The `nextCursor` of the page before. Without it, the first page.' })
    .exactOptional(),
};

export const pageQuery = z.strictObject(pageFields);

/** The answer of a list in pages. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
}

/** The answer of a list in pages that can be filtered. */
export function searchedPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    searchedUntil: dateTime
      .meta({
        description:
          'Only on a page that ended before it was full, because few entries fit the filters: until when everything was searched. `nextCursor` goes on there.',
      })
      .exactOptional(),
  });
}
