import { inspect } from 'node:util';
import * as api from '@opentelemetry/api';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import type { StartedRuntime } from '../runtime.ts';

/** Everywhere that a call is written about, as texts. */
export interface ShownTexts {
  readonly model: string;
  readonly user: string;
  readonly log: string;
  readonly inspected: string;
  readonly events: string;
  readonly spans: string;
  readonly metrics: string;
}

class ManualReader extends MetricReader {
  protected override onForceFlush = () => Promise.resolve();
  protected override onShutdown = () => Promise.resolve();
}

/** The real SDK of OpenTelemetry, until it is stopped, and what it would have sent. */
export interface StartedSdk {
  readSpans(): string;
  readMetrics(): Promise<string>;
  stop(): void;
}

export function startSdk(): StartedSdk {
  const exporter = new InMemorySpanExporter();
  const reader = new ManualReader();
  api.trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  return {
    readSpans: () =>
      JSON.stringify(
        exporter.getFinishedSpans().map(({ name, attributes, status, events, links }) => {
          // What was thrown is for the host, who also reads the spans.
          return {
            name,
            attributes,
            status,
            events: events.filter((event) => event.name !== 'exception'),
            links,
          };
        }),
      ),
    readMetrics: async () => JSON.stringify((await reader.collect()).resourceMetrics.scopeMetrics),
    stop: () => {
      api.trace.disable();
      api.metrics.disable();
    },
  };
}

/** What is shown of a call, to everybody but its host. */
export async function shownOf(
  record: CallRecord,
  { runtime, events }: StartedRuntime,
  sdk: StartedSdk,
): Promise<ShownTexts> {
  return {
    model: JSON.stringify(runtime.renderForModel(record)),
    user: JSON.stringify(runtime.renderForUser(record)),
    log: JSON.stringify(record),
    inspected: inspect(record, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    events: inspect(events.events, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    spans: sdk.readSpans(),
    metrics: await sdk.readMetrics(),
  };
}
