import { z } from 'zod';

const event = z
  .strictObject({
    cursor: z.string().meta({ description: 'Where the feed is after this event.' }),
    type: z.string().meta({ description: 'Such as `tool-disabled`, `tool-call-end` or `gate-open`.' }),
    data: z
      .unknown()
      .meta({ description: 'The event of the catalogue, or the entry of the audit log without its hashes.' }),
  })
  .meta({ id: 'Event', description: 'Something that happened in a tenant.' });

export const eventPage = z
  .strictObject({
    items: z.array(event),
    cursor: z.string().meta({ description: 'To go on with, also if there was no event.' }),
    hasMore: z.boolean().meta({ description: 'Whether it is worth asking again at once.' }),
  })
  .meta({ id: 'EventPage', description: 'A part of what happened in a tenant.' });
