import { ToolcribError } from 'toolcrib';
import { type OpenGate, timeOfId } from 'toolcrib/runtime';
import { z } from 'zod';
import type { CallOrder, CallView, StartedCall } from '../calls/call-desk.ts';
import { explainFailure } from '../calls/call-error.ts';
import { isSameCallOpen } from '../calls/is-same-call-open.ts';
import { decodeCursor } from '../http/cursor.ts';
import { toEventStreamAnswer } from '../http/event-stream.ts';
import { MAX_PAGE_BYTES, toSearchedPage } from '../http/page.ts';
import { defineRoute, type Route, type RouteAnswer, type RouteContext } from '../http/route.ts';
import { artifactAnswer } from './artifact-answer.ts';
import { guardStream } from './guard-stream.ts';
import { acceptedCall, call, callRequest, idempotencyKey } from './schemas/call.ts';
import { tenantName, tenantParams } from './schemas/fields.ts';
import { callStatuses, filterFields, inOrder, toFilterScope } from './schemas/filter.ts';
import { pageFields, searchedPageOf } from './schemas/page.ts';
import { toCallEvents } from './to-call-events.ts';
import { viewOf } from './view-of.ts';

const MAX_WAIT_MS = 30_000;
/** How long a call is waited for after its client has gone. */
const LOOK_MS = 1_000;

const callParams = z.strictObject({ tenant: tenantName, id: z.string().min(1).max(256) });

const createCall = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/calls',
  id: 'createCall',
  access: 'calls:create',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'Call a tool',
  description:
    'Every call that was accepted has an outcome, which is in the body: also one that was denied, names no tool, has invalid arguments or has failed is answered with 200, and `state` and `error` say so. 202 with `Location` means that it has not ended: it was to be asynchronous, or it waits for somebody at a gate, or the same call was made before and goes on. 503 with `context.invocationId` and `context.sideEffect` means that what came of the call could not be recorded: ask for it by its id, and repeat it only with the same key or if `sideEffect` is `none`. `idempotencyKey` may be sent as the header `Idempotency-Key` instead. A call with a key that was used before is not made again: you are told of the first one, by its id. A synchronous call without such a key is aborted if you close the connection.',
  params: tenantParams,
  body: callRequest,
  answers: { 200: call, 202: acceptedCall },
  // The end of the call is in the audit log, whatever it was.
  isAudited: false,
  // The call has its own.
  isTimed: false,
  async handle(context) {
    const { service, actor, body, requestId, signal } = context;
    const key = readIdempotencyKey(context.request, body.idempotencyKey);
    const view = await viewOf(context, body.toolset);
    const order: CallOrder = {
      ...{ actor, view, requestId, tool: body.tool, args: body.arguments, timeoutMs: body.timeoutMs },
      idempotencyKey: key,
      auditArguments: service.auditArguments,
      signal: body.mode === 'sync' && key === undefined ? signal : undefined,
    };
    const started = await service.calls.start(order);
    if (body.mode === 'async') return await accept(context, started);
    try {
      return await waitFor(context, started);
    } finally {
      // A call that goes on is not this request's any more.
      started.detach();
    }
  },
});

const listCalls = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/calls',
  id: 'listCalls',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'List calls',
  description:
    'Your own calls, or all calls if you may read them. Newest first. A key that is limited to toolsets or tools searches the newest 25,000 calls of the tenant for those within its limit; give `until` to find older ones. Where few calls fit the filters a page can end early, even without a call: follow `nextCursor`. A cursor counts for the filters that it came with.',
  params: tenantParams,
  query: inOrder(
    z.strictObject({
      ...pageFields,
      ...filterFields(callStatuses),
      state: z.enum(['open', 'ended']).exactOptional(),
    }),
  ),
  answers: { 200: searchedPageOf(call) },
  async handle({ service, actor, query }) {
    const { limit, after, ...filter } = query;
    const scope = toFilterScope(filter);
    const found = await service.calls.list(actor, {
      ...filter,
      after: decodeCursor(after, scope),
      limit: limit + 1,
      maxChars: MAX_PAGE_BYTES,
    });
    const timeOf = (id: string) => new Date(timeOfId(id)).toISOString();
    return { body: toSearchedPage(found, { limit, scope, timeOf, keyOf: ({ id }) => id }) };
  },
});

const getCall = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/calls/{id}',
  id: 'getCall',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'Look at a call',
  description:
    'With `calls:debug`, which the role admin has, also what was thrown: messages, codes and stacks, without known secrets.',
  params: callParams,
  query: z.strictObject({
    waitMs: z.coerce
      .number()
      .int()
      .min(0)
      .max(MAX_WAIT_MS)
      .default(0)
      .meta({ description: 'Wait at most so long for the call to end.' }),
  }),
  answers: { 200: call },
  async handle(context) {
    const { service, actor, params, query } = context;
    const found = await waitForEnd(context, params.id, query.waitMs);
    const exceptions = found.error === null ? [] : await service.calls.exceptions(actor, params.id);
    return { body: exceptions.length === 0 ? found : { ...found, exceptions } };
  },
});

const cancelCall = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/calls/{id}/cancel',
  id: 'cancelCall',
  access: 'calls:create',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'Abort a call of your own',
  description:
    'A call that has ended stays as it is. If it runs in another process, that process is asked to abort it, and the answer is `E_CALL_IN_PROGRESS`. If it waits for approval there, its gate is rejected, and the call ends soon after the answer.',
  params: callParams,
  body: z.strictObject({}).default({}),
  answers: { 200: call },
  handle: async ({ service, actor, params }) => ({ body: await service.calls.cancel(actor, params.id) }),
});

const followCall = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/calls/{id}/events',
  id: 'followCall',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'Follow a call until it ends',
  description:
    'Server-sent events: `tool-call-progress`, `gate-open`, `gate-settled` and at last `tool-call-end`. They hold neither arguments nor results.',
  params: callParams,
  answers: { 200: 'text/event-stream' },
  isTimed: false,
  async handle(context) {
    const { service, actor, params } = context;
    // A call that is not there is answered as such, not with an empty stream.
    await service.calls.find(actor, params.id);
    const events = guardStream(context, (signal) =>
      toCallEvents(service.calls.follow(actor, params.id, signal)),
    );
    return toEventStreamAnswer(events, { signal: context.signal, clock: service.clock });
  },
});

const getCallResult = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/calls/{id}/result',
  id: 'getCallResult',
  access: 'calls:create',
  toolsetLimit: 'filtered',
  tag: 'calls',
  summary: 'Download a large result of a call of your own',
  description: 'For results of the kind `artifact`, whose bytes are not in the call itself.',
  params: callParams,
  answers: { 200: '*/*' },
  isTimed: false,
  handle: async ({ service, actor, params }) =>
    artifactAnswer(await service.calls.artifact(actor, params.id)),
});

export const callsRoutes: readonly Route[] = [
  createCall,
  listCalls,
  getCall,
  cancelCall,
  followCall,
  getCallResult,
];

async function waitFor(context: RouteContext, started: StartedCall): Promise<RouteAnswer> {
  const stop = await started.stopped.catch((error: unknown) => {
    throw explainFailure(error, started.invocationId);
  });
  const { service, actor } = context;
  if (stop.kind === 'waiting') return accepted(context, stop.gate.invocationId, stop.gate);
  const { problem } = stop.record;
  if (problem?.code === 'E_CONCURRENCY_LIMITED') throw new ToolcribError(problem.code, problem.message);
  const earlier = isSameCallOpen(stop.record) ? await started.earlier : undefined;
  if (earlier !== undefined) return accepted(context, earlier.invocationId, earlier.gate);
  if (!stop.record.hasEnded) return accepted(context, stop.record.invocationId, undefined);
  return { body: await service.calls.view(actor, stop.record) };
}

async function accept(context: RouteContext, started: StartedCall): Promise<RouteAnswer> {
  const earlier = await started.earlier;
  return accepted(context, await started.accepted, earlier?.gate);
}

/** A call when it has ended, or the time is up, or nobody waits any more. */
async function waitForEnd(context: RouteContext, id: string, waitMs: number): Promise<CallView> {
  const { service, actor } = context;
  if (waitMs === 0) return await service.calls.find(actor, id);
  const release = service.limiter.acquire('longPolls', actor.principal);
  try {
    return await pollForEnd(context, id, waitMs);
  } finally {
    release();
  }
}

async function pollForEnd(
  { service, actor, signal }: RouteContext,
  id: string,
  waitMs: number,
): Promise<CallView> {
  const { calls, clock } = service;
  const endsAt = clock.elapsed() + waitMs;
  for (;;) {
    const leftMs = endsAt - clock.elapsed();
    if (leftMs <= 0 || signal.aborted) return await calls.find(actor, id);
    const call = await calls.wait(actor, id, Math.min(leftMs, LOOK_MS));
    if (call.endedAt !== null) return call;
  }
}

function accepted({ actor }: RouteContext, id: string, openGate: OpenGate | undefined): RouteAnswer {
  const location = `/v1/tenants/${encodeURIComponent(actor.tenant)}/calls/${encodeURIComponent(id)}`;
  const gate = openGate === undefined ? null : toGate(openGate);
  const body = { id, state: gate === null ? 'accepted' : 'waiting', gate } as const;
  return { status: 202, body: body satisfies z.output<typeof acceptedCall>, headers: { location } };
}

function toGate({ gateId: id, name, prompt, expiresAt }: OpenGate): z.output<typeof acceptedCall>['gate'] {
  return { id, name, prompt, expiresAt: new Date(expiresAt).toISOString() };
}

function readIdempotencyKey({ headers }: Request, inBody: string | undefined): string | undefined {
  const header = headers.get('idempotency-key') ?? undefined;
  if (header === undefined) return inBody;
  const isValid = idempotencyKey.safeParse(header).success && (inBody === undefined || inBody === header);
  if (isValid) return header;
  const message =
    'The header Idempotency-Key must be 1 to 256 characters, and the same as `idempotencyKey` if that is given.';
  throw new ToolcribError('E_INVALID_REQUEST', message, { context: { header: 'Idempotency-Key' } });
}
