import { openTelemetry, type Telemetry } from 'toolcrib/runtime';
import type { Handler } from '../http/handler.ts';
import type { Log } from './log.ts';
import { importTelemetryModules, type TelemetryModules, type TracingApi } from './telemetry-modules.ts';
import { readTraceParent } from './trace-parent.ts';

/** What {@link loadTelemetry} is given. */
export interface TelemetryOptions {
  /** Where a collector takes OTLP over HTTP, such as `http://localhost:4318`: `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string | undefined;
  /** `OTEL_SERVICE_NAME`. @default 'toolcrib' */
  readonly serviceName?: string | undefined;
  /** Told when traces are wanted but cannot be had. */
  readonly log: Log;
  /** @default import() */
  readonly importModule?: ((name: string) => Promise<unknown>) | undefined;
}

/** Traces of a process. */
export interface LoadedTelemetry {
  /** For `createService`. */
  readonly telemetry: Telemetry;
  /** Makes what a handler does part of the trace that the request names in `traceparent`. */
  trace(handler: Handler): Handler;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

/**
 * Starts traces, if there is somewhere to send them: spans of calls, as children of whatever the client of the service was
 * doing. The packages of OpenTelemetry are loaded only then. If some are not installed the log says which, and there are no
 * traces.
 */
export async function loadTelemetry(options: TelemetryOptions): Promise<LoadedTelemetry | undefined> {
  const { endpoint, log, importModule = (name: string) => import(name) } = options;
  if (endpoint === undefined || endpoint === '') return undefined;
  const found = await importTelemetryModules(importModule);
  if ('missing' in found) {
    const names = found.missing.join(' ');
    log.warn(
      `There are no traces: OTEL_EXPORTER_OTLP_ENDPOINT is set, but packages are missing. Run: npm install ${names}`,
    );
    return undefined;
  }
  return start(found.modules, { endpoint, serviceName: options.serviceName ?? 'toolcrib', log });
}

function start(
  modules: TelemetryModules,
  {
    endpoint,
    serviceName,
    log,
  }: { readonly endpoint: string; readonly serviceName: string; readonly log: Log },
): LoadedTelemetry {
  const api = modules['@opentelemetry/api'];
  const { TracerProvider, BatchSpanProcessor } = modules['@opentelemetry/sdk-trace'];
  const { OTLPTraceExporter } = modules['@opentelemetry/exporter-trace-otlp-http'];
  const { AsyncLocalStorageContextManager } = modules['@opentelemetry/context-async-hooks'];
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint}/v1/traces`,
  });
  const provider = new TracerProvider({
    resource: modules['@opentelemetry/resources'].resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (!api.trace.setGlobalTracerProvider(provider)) {
    log.warn('Traces go to the OpenTelemetry provider that was registered before.');
  }
  return Object.freeze({
    telemetry: openTelemetry(api),
    trace: (handler: Handler) => traceHandler(api, handler),
    close: () =>
      provider.shutdown().catch((error: unknown) => log.error('The last traces could not be sent.', error)),
  });
}

function traceHandler(api: TracingApi, handler: Handler): Handler {
  return (request, info) => {
    const parent = readTraceParent(request.headers);
    if (parent === undefined) return handler(request, info);
    const context = api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
    return api.context.with(context, () => handler(request, info));
  };
}
