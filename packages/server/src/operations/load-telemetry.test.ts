import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as api from '@opentelemetry/api';
import * as contextAsyncHooks from '@opentelemetry/context-async-hooks';
import * as resources from '@opentelemetry/resources';
import * as sdkTrace from '@opentelemetry/sdk-trace';
import { createToolRegistry, defineTool } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Handler } from '../http/handler.ts';
import { loadTelemetry } from './load-telemetry.ts';
import type { Log } from './log.ts';
import { silentLog } from './silent-log.ts';
import { readTraceParent } from './trace-parent.ts';

afterEach(() => {
  api.context.disable();
  api.trace.disable();
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

const echo = defineTool({
  name: 'echo',
  description: 'Says hello.',
  inputSchema: { type: 'object' },
  handler: () => 'hello',
});

/** Takes OTLP over HTTP, as JSON. */
async function startCollector() {
  const received: { readonly url: string | undefined; readonly body: unknown }[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      received.push({ url: request.url, body: JSON.parse(text) });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens at no port.');
  return { endpoint: `http://127.0.0.1:${address.port}`, received };
}

/** The real packages, but for the exporter, which keeps what it is given. */
function realModules() {
  const spans: sdkTrace.ReadableSpan[] = [];
  const exporter: sdkTrace.SpanExporter = {
    export: (ended, done) => {
      spans.push(...ended);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
  const urls: string[] = [];
  const exporterModule = {
    OTLPTraceExporter: function OTLPTraceExporter({ url }: { url: string }) {
      urls.push(url);
      return exporter;
    },
  };
  const modules: Readonly<Record<string, unknown>> = {
    '@opentelemetry/api': api,
    '@opentelemetry/sdk-trace': sdkTrace,
    '@opentelemetry/resources': resources,
    '@opentelemetry/context-async-hooks': contextAsyncHooks,
    '@opentelemetry/exporter-trace-otlp-http': exporterModule,
  };
  return { spans, urls, importModule: async (name: string) => modules[name] };
}

describe('loadTelemetry', () => {
  it('does nothing, and loads nothing, unless there is somewhere to send traces', async () => {
    const importModule = () => expect.unreachable();

    expect(await loadTelemetry({ endpoint: undefined, log: silentLog, importModule })).toBeUndefined();
    expect(await loadTelemetry({ endpoint: '', log: silentLog, importModule })).toBeUndefined();
  });

  it('says which packages are missing', async () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => warnings.push(message) };
    const importModule = async (name: string) => {
      if (name.includes('exporter')) throw new Error('There is no such package.');
      return {};
    };

    const loaded = await loadTelemetry({ endpoint: 'http://localhost:4318', log, importModule });

    expect(loaded).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringContaining('npm install @opentelemetry/exporter-trace-otlp-http'),
    ]);
  });

  it('sends spans to a collector, with the packages as they are installed', async () => {
    const { endpoint, received } = await startCollector();
    const loaded = await loadTelemetry({ endpoint, serviceName: 'tools', log: silentLog });
    if (loaded === undefined) throw new Error('There are no traces.');
    const runtime = createRuntime({ resolver: createToolRegistry([echo]), telemetry: loaded.telemetry });
    const handler: Handler = async () => {
      await runtime.call({ tool: 'echo', args: {}, caller: { id: 'ada' } });
      return new Response();
    };

    await loaded.trace(handler)(new Request('http://localhost/', { headers: { traceparent } }));
    await loaded.close();

    expect(received).toMatchObject([
      {
        url: '/v1/traces',
        body: {
          resourceSpans: [
            {
              resource: {
                attributes: expect.arrayContaining([
                  { key: 'service.name', value: { stringValue: 'tools' } },
                ]),
              },
              scopeSpans: [
                { spans: [{ name: 'execute_tool echo', traceId, parentSpanId: '00f067aa0ba902b7' }] },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('makes the span of a call a child of what the client was doing', async () => {
    const { spans, urls, importModule } = realModules();
    const loaded = await loadTelemetry({ endpoint: 'http://collector:4318/', log: silentLog, importModule });
    if (loaded === undefined) throw new Error('There are no traces.');
    const runtime = createRuntime({ resolver: createToolRegistry([echo]), telemetry: loaded.telemetry });
    const handler: Handler = async () => {
      // As in the service, much is waited for before the call begins.
      await new Promise((resolve) => setImmediate(resolve));
      await runtime.call({ tool: 'echo', args: {}, caller: { id: 'ada' } });
      return new Response();
    };

    const headers = { traceparent };
    await loaded.trace(handler)(new Request('http://localhost/', { headers }));
    await loaded.trace(handler)(new Request('http://localhost/'));
    await loaded.close();

    expect(urls).toEqual(['http://collector:4318/v1/traces']);
    const [child, root] = spans;
    expect(child?.name).toBe('execute_tool echo');
    expect(child?.spanContext().traceId).toBe(traceId);
    expect(child?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(child?.resource.attributes['service.name']).toBe('toolcrib');
    expect(root?.parentSpanContext).toBeUndefined();
  });
});

describe('readTraceParent', () => {
  it('reads the header of W3C Trace Context', () => {
    const parent = { traceId, spanId: '00f067aa0ba902b7', traceFlags: 1, isRemote: true };

    expect(readTraceParent(new Headers({ traceparent }))).toEqual(parent);
    const later = traceparent.replace('00-', 'cc-');
    expect(readTraceParent(new Headers({ traceparent: `${later}-more` }))).toEqual(parent);
  });

  it('takes nothing else', () => {
    const wrong = [
      '',
      'x',
      traceparent.toUpperCase(),
      `${traceparent}-more`,
      traceparent.replace('00-', 'ff-'),
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `cc${traceparent.slice(2)}-${'a'.repeat(10_000)}`,
    ];

    for (const text of wrong) expect(readTraceParent(new Headers({ traceparent: text }))).toBeUndefined();
    expect(readTraceParent(new Headers())).toBeUndefined();
  });
});
