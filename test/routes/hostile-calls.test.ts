import fc from 'fast-check';
import { defineTool } from 'toolcrib';
import { expect, it } from 'vitest';
import { createServiceWorld } from './service-world.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Says what it is told.',
  effect: 'read',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'hello',
});

const root = '/v1/tenants/default';
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '..',
    '.',
    '%',
    '\0',
    "' or 1=1 --",
    '9'.repeat(400),
    '-1',
    '1e400',
    '__proto__',
    '*',
    'none.0',
    '0-0',
  ),
);
const segment = hostileText.map((text) => encodeURIComponent(text.toWellFormed()));
const path = fc.oneof(
  segment.map((id) => `${root}/calls/${id}`),
  segment.map((id) => `${root}/calls/${id}/result`),
  segment.map((id) => `${root}/calls/${id}/cancel`),
  segment.map((id) => `${root}/gates/${id}`),
  segment.map((id) => `${root}/gates/${id}/settle`),
  segment.map((tenant) => `/v1/tenants/${tenant}/audit`),
  segment.map((tenant) => `/v1/tenants/${tenant}/events`),
  segment.map((tenant) => `/mcp/${tenant}`),
  segment.map((toolset) => `/mcp/default/${toolset}`),
  fc.constantFrom(
    `${root}/calls`,
    `${root}/gates`,
    `${root}/events`,
    `${root}/audit`,
    `${root}/audit/export`,
    '/v1/audit',
  ),
);
const query = fc.option(
  fc
    .tuple(fc.constantFrom('after', 'limit', 'last', 'from', 'to', 'state', 'waitMs', 'mode', 'x'), segment)
    .map(([name, value]) => `?${name}=${name === 'waitMs' ? '0' : value}`),
  { nil: '' },
);
const body = fc.oneof(
  fc.anything({ key: hostileText }).map((value) => toJson(value)),
  fc.record(
    { tool: hostileText, arguments: fc.jsonValue(), mode: hostileText, toolset: hostileText },
    { requiredKeys: [] },
  ),
  fc.record({
    tool: fc.constant('echo'),
    arguments: fc.dictionary(hostileText, fc.jsonValue()),
    idempotencyKey: hostileText,
  }),
  fc.record({
    decision: fc.constant('approve'),
    toolDigest: hostileText,
    contentDigest: hostileText,
    value: fc.jsonValue(),
  }),
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method: hostileText, params: fc.jsonValue() }),
);
const headers = fc.record(
  {
    'last-event-id': hostileText.map(encodeURIComponentSafely),
    'idempotency-key': hostileText.map(encodeURIComponentSafely),
    accept: fc.constantFrom('application/json', '*/*', 'application/json, text/event-stream'),
  },
  { requiredKeys: ['accept'] },
);

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
}

it('answers whatever strangers send without failing, and without telling of its insides', async () => {
  const { keyFor } = await createServiceWorld({ tools: [echo] });
  const everything = [{ tenant: '*', roles: ['admin'], scopes: ['*'] }] as const;
  const root = await keyFor(everything);
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      body,
      headers,
      fc.constantFrom('GET', 'POST', 'DELETE'),
      async (...request) => {
        const [place, search, content, sent, method] = request;
        const hasBody = method === 'POST' && content !== undefined;
        const response = await root.send(method, `${place}${search}`, {
          headers: sent,
          ...(hasBody && { body: content }),
        });
        // A stream would go on for ever.
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
        if (isStream) await response.body?.cancel();
        const text = isStream ? '' : await response.text();

        expect(response.status, `${method} ${place}${search}: ${text}`).toBeLessThan(500);
        expect(text).not.toMatch(/node:internal|packages\/|SQLITE|sqlite_|\bat [A-Z]\w+\./);
      },
    ),
    { numRuns: 1_500 },
  );
});
