import type { OpenTelemetryApi } from 'toolcrib/runtime';

/** What a request is part of, which is only passed on. */
export type TraceContext = ReturnType<OpenTelemetryApi['context']['active']>;

/** The part of `@opentelemetry/api` that is used, beside what calls need. */
export interface TracingApi extends OpenTelemetryApi {
  readonly ROOT_CONTEXT: TraceContext;
  readonly trace: OpenTelemetryApi['trace'] & {
    setGlobalTracerProvider(provider: TracerProviderLike): boolean;
    setSpanContext(context: TraceContext, span: SpanContextLike): TraceContext;
  };
  readonly context: OpenTelemetryApi['context'] & { setGlobalContextManager(manager: object): boolean };
}

/** Names a span. */
export interface SpanContextLike {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

/** What is used of a provider of tracers. */
export interface TracerProviderLike {
  shutdown(): Promise<void>;
}

/** The modules that traces need, as far as they are used. They are optional: nobody who wants no traces installs them. */
export interface TelemetryModules {
  readonly '@opentelemetry/api': TracingApi;
  readonly '@opentelemetry/sdk-trace': {
    readonly TracerProvider: new (options: object) => TracerProviderLike;
    readonly BatchSpanProcessor: new (options: { readonly exporter: object }) => object;
  };
  readonly '@opentelemetry/resources': {
    resourceFromAttributes(attributes: Readonly<Record<string, string>>): object;
  };
  readonly '@opentelemetry/context-async-hooks': {
    readonly AsyncLocalStorageContextManager: new () => { enable(): object };
  };
  readonly '@opentelemetry/exporter-trace-otlp-http': {
    readonly OTLPTraceExporter: new (options: { readonly url: string }) => object;
  };
}

const moduleNames = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/resources',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/exporter-trace-otlp-http',
] as const satisfies readonly (keyof TelemetryModules)[];

/** All modules, or the names of those that cannot be imported. */
export async function importTelemetryModules(
  importModule: (name: string) => Promise<unknown>,
): Promise<{ readonly modules: TelemetryModules } | { readonly missing: readonly string[] }> {
  const outcomes = await Promise.allSettled(moduleNames.map((name) => importModule(name)));
  const missing = moduleNames.filter((_, index) => outcomes[index]?.status === 'rejected');
  if (missing.length > 0) return { missing };
  const entries = moduleNames.map((name, index) => {
    const outcome = outcomes[index];
    return [name, outcome?.status === 'fulfilled' ? outcome.value : undefined];
  });
  // What each of them offers is its own promise; the tests hold it against the real ones.
  return { modules: Object.fromEntries(entries) as unknown as TelemetryModules };
}
