import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { checkReadiness } from '../operations/check-readiness.ts';

const outcome = z.enum(['ok', 'failed']);

const health = z
  .strictObject({ status: z.literal('ok') })
  .meta({ id: 'Health', description: 'The process lives.' });

const readiness = z
  .strictObject({
    status: z.enum(['ready', 'unready']),
    checks: z.strictObject({
      service: outcome.meta({ description: 'Neither starting nor shutting down.' }),
      database: outcome.meta({ description: 'It answers, and can be written.' }),
      catalog: outcome.meta({ description: 'Changes by other processes are seen here.' }),
      audit: outcome.meta({ description: 'Everything that happened is written down.' }),
    }),
    reasons: z
      .strictObject({
        service: z.string().exactOptional(),
        database: z.string().exactOptional(),
        catalog: z.string().exactOptional(),
        audit: z.string().exactOptional(),
      })
      .meta({ description: 'Error codes of checks that failed, such as E_STORE_FULL.' })
      .exactOptional(),
  })
  .meta({ id: 'Readiness', description: 'Whether the service can take requests.' });

const getHealth = defineRoute({
  method: 'GET',
  path: '/healthz',
  id: 'getHealth',
  access: 'public',
  toolsetLimit: 'unaffected',
  answersAnyHost: true,
  tag: 'operations',
  summary: 'Tell that the process lives',
  description: 'For whoever would start it again. It says nothing about the database.',
  answers: { 200: health },
  handle: () => ({ body: { status: 'ok' } }),
});

const getReadiness = defineRoute({
  method: 'GET',
  path: '/readyz',
  id: 'getReadiness',
  access: 'public',
  toolsetLimit: 'unaffected',
  answersAnyHost: true,
  tag: 'operations',
  summary: 'Tell whether the service can take requests',
  description: 'For load balancers. 503 while it starts, shuts down, or lacks something that it needs.',
  answers: { 200: readiness, 503: readiness },
  async handle({ service }) {
    const { isReady, ...found } = await checkReadiness(service);
    return { status: isReady ? 200 : 503, body: { status: isReady ? 'ready' : 'unready', ...found } };
  },
});

const getMetrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  id: 'getMetrics',
  access: 'service:read',
  toolsetLimit: 'refused',
  answersAnyHost: true,
  tag: 'operations',
  summary: 'Give metrics to Prometheus',
  answers: { 200: 'text/plain' },
  async handle({ service }) {
    const { text, contentType } = await service.metrics.render();
    return { body: text, headers: { 'content-type': contentType } };
  },
});

export const operationsRoutes: readonly Route[] = [getHealth, getReadiness, getMetrics];
