import { z } from 'zod';
import type { ServiceEvent } from '../events/event-streams.ts';
import { acceptsEventStream } from '../http/accepts-event-stream.ts';
import { type StreamEvent, toEventStreamAnswer } from '../http/event-stream.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { guardStream } from './guard-stream.ts';
import { eventPage } from './schemas/event.ts';
import { tenantParams } from './schemas/fields.ts';
import { endStatuses, filterFields, inOrder, toFilterScope } from './schemas/filter.ts';

const MAX_CURSOR_CHARS = 96;

const readEvents = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/events',
  id: 'readEvents',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'events',
  summary: 'Follow what happens in a tenant',
  description:
    'Changes of the catalogue (for who may read it), calls and gates (your own, or all for who may read calls), and what requests did (for who may read the audit log). With `Accept: text/event-stream` a stream of server-sent events that goes on until you leave; the id of each is the cursor after it, and `Last-Event-ID` or `after` goes on from there, without a gap and without anything twice. Without a cursor the stream begins now. Otherwise a page as JSON, without a cursor from the beginning; ask again with its `cursor`. `tool` is what an event is about, `caller` who did it, `status` how a call ended, and of everything else but changes of the catalogue the outcome. A cursor counts for the filters that it came with.',
  params: tenantParams,
  query: inOrder(
    z.strictObject({
      ...filterFields(endStatuses),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(500)
        .default(100)
        .meta({ description: 'At most so many events on a page.' }),
      after: z.string().max(MAX_CURSOR_CHARS).meta({ description: 'A cursor of this feed.' }).exactOptional(),
    }),
  ),
  answers: { 200: eventPage },
  isTimed: false,
  async handle(context) {
    const { service, actor, request } = context;
    const { limit, after: cursorAfter, ...query } = context.query;
    const scope = toFilterScope(query);
    const wanted = scope === '' ? undefined : { query, scope };
    if (!acceptsEventStream(request)) {
      const page = { after: cursorAfter, limit, wanted };
      const { events, cursor, hasMore } = await service.events.page(actor, page);
      return { body: { items: events, cursor, hasMore } };
    }
    // A browser that comes back sends the cursor that it has seen last, and the address that it was given first.
    const seen = request.headers.get('last-event-id')?.slice(0, MAX_CURSOR_CHARS + 1) ?? cursorAfter;
    const after = await service.events.position(actor, { after: seen, wanted });
    const events = guardStream(context, (signal) =>
      toStreamEvents(service.events.follow(actor, { after, signal, wanted })),
    );
    return toEventStreamAnswer(events, { signal: context.signal, clock: service.clock });
  },
});

export const eventsRoutes: readonly Route[] = [readEvents];

async function* toStreamEvents(events: AsyncIterable<ServiceEvent>): AsyncGenerator<StreamEvent> {
  for await (const { cursor, type, data } of events) yield { id: cursor, event: type, data };
}
