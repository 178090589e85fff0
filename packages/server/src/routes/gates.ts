import { z } from 'zod';
import { decodeCursor } from '../http/cursor.ts';
import { MAX_PAGE_BYTES, toCutPage } from '../http/page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { tenantName, tenantParams } from './schemas/fields.ts';
import { gate, gateDecision } from './schemas/gate.ts';
import { pageOf, pageQuery } from './schemas/page.ts';

const gateParams = z.strictObject({ tenant: tenantName, id: z.string().min(1).max(256) });

const listGates = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/gates',
  id: 'listGates',
  access: 'gates:read',
  toolsetLimit: 'filtered',
  tag: 'gates',
  summary: 'List the calls that wait for somebody',
  params: tenantParams,
  query: pageQuery,
  answers: { 200: pageOf(gate) },
  async handle({ service, actor, query: { limit, after } }) {
    const wanted = { after: decodeCursor(after), limit: limit + 1, maxChars: MAX_PAGE_BYTES };
    const found = await service.approvals.list(actor, wanted);
    return { body: toCutPage(found, limit, ({ id }) => id) };
  },
});

const getGate = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/gates/{id}',
  id: 'getGate',
  access: 'gates:read',
  toolsetLimit: 'filtered',
  tag: 'gates',
  summary: 'Look at a gate, open or settled',
  params: gateParams,
  answers: { 200: gate },
  handle: async ({ service, actor, params }) => ({ body: await service.approvals.find(actor, params.id) }),
});

const settleGate = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/gates/{id}/settle',
  id: 'settleGate',
  access: 'gates:settle',
  toolsetLimit: 'filtered',
  tag: 'gates',
  summary: 'Approve or reject',
  description:
    'Send back the digests of the gate that you looked at: a decision about another definition, or other arguments, is refused. A gate is settled once. The call goes on by itself.',
  params: gateParams,
  body: gateDecision,
  answers: { 200: gate },
  // The decision itself is in the audit log.
  isAudited: false,
  handle: async ({ service, actor, params, body }) => ({
    body: await service.approvals.settle(actor, params.id, body),
  }),
});

export const gatesRoutes: readonly Route[] = [listGates, getGate, settleGate];
