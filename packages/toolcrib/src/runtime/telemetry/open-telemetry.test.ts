import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  DataPointType,
  type HistogramMetricData,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it } from 'vitest';
import { failed, record } from '../../../../../test/call-record.ts';
import { weather } from '../../../../../test/weather.ts';
import { openTelemetry } from './open-telemetry.ts';
import type { CallStart } from './telemetry.ts';

class ManualReader extends MetricReader {
  protected override onForceFlush = () => Promise.resolve();
  protected override onShutdown = () => Promise.resolve();
}

/** Starts the real SDK, and reads what it got. */
function startSdk() {
  const exporter = new InMemorySpanExporter();
  const reader = new ManualReader();
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const readSpans = () => exporter.getFinishedSpans();
  const readDuration = async (): Promise<HistogramMetricData | undefined> => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .find((metric) => metric.dataPointType === DataPointType.HISTOGRAM);
  };
  return { readSpans, readDuration };
}

afterEach(() => {
  api.context.disable();
  api.trace.disable();
  api.metrics.disable();
});

function callStart(options: Partial<CallStart> = {}): CallStart {
  return {
    invocationId: 'id-000001',
    toolName: 'weather',
    tool: weather(),
    providerCallId: 'call_1',
    ...options,
  };
}

describe('openTelemetry', () => {
  it('makes one internal span of a call that ended well', () => {
    const { readSpans } = startSdk();

    openTelemetry(api)
      .startCall(callStart())
      .end(record({ sideEffect: 'done' }));

    const [span, ...others] = readSpans();
    expect(others).toEqual([]);
    expect(span?.name).toBe('execute_tool weather');
    expect(span?.kind).toBe(api.SpanKind.INTERNAL);
    expect(span?.status).toEqual({ code: api.SpanStatusCode.UNSET });
    expect(span?.instrumentationScope.name).toBe('toolcrib');
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Tells the weather.',
      'gen_ai.tool.call.id': 'call_1',
      'toolcrib.invocation_id': 'id-000001',
      'toolcrib.call.status': 'ok',
      'toolcrib.call.side_effect': 'done',
    });
  });

  it('marks a call that did not end well by its code, and records nothing of its content', () => {
    const { readSpans } = startSdk();
    const details = { args: { city: 'hunter2' }, cause: undefined, resultIssues: [] };
    const fields = { ...failed({ message: 'hunter2' }), details, result: undefined };

    openTelemetry(api).startCall(callStart()).end(record(fields));

    const [span] = readSpans();
    expect(span?.status).toEqual({ code: api.SpanStatusCode.ERROR });
    expect(span?.attributes).toMatchObject({
      'error.type': 'E_TOOL_FAILED',
      'toolcrib.call.status': 'failed',
    });
    expect(span?.events).toEqual([]);
    expect(JSON.stringify([span?.name, span?.attributes, span?.status])).not.toContain('hunter2');
  });

  it('has what was thrown as an event, with its causes, where it came from, and no known secret', () => {
    const { readSpans } = startSdk();
    const cause = new TypeError('no city', { cause: new Error('password=hunter2') });
    const fields = { ...failed(), details: { args: {}, cause, resultIssues: [] }, result: undefined };

    openTelemetry(api).startCall(callStart()).end(record(fields));

    const [event, ...rest] = readSpans()[0]?.events ?? [];
    expect(rest).toEqual([]);
    expect(event).toMatchObject({
      name: 'exception',
      attributes: {
        'exception.type': 'TypeError',
        'exception.message': 'no city',
        'exception.stacktrace': expect.stringMatching(
          /^TypeError: no city\n {4}at .*open-telemetry\.test\.ts/,
        ),
      },
    });
    expect(event?.attributes?.['exception.stacktrace']).toContain('[cause] Error: password=[redacted:');
  });

  it('makes the span of the call the parent of spans of its handler, and a child of what is around it', async () => {
    const { readSpans } = startSdk();
    const tracer = api.trace.getTracer('test');
    const telemetry = openTelemetry(api);

    await tracer.startActiveSpan('outer', async (outer) => {
      const call = telemetry.startCall(callStart());
      const answer = await call.run(async () => {
        await Promise.resolve();
        tracer.startSpan('inner').end();
        return 'sunny';
      });
      expect(answer).toBe('sunny');
      call.end(record());
      outer.end();
    });

    const idOf = (name: string) => readSpans().find((span) => span.name === name);
    const [inner, call, outer] = [idOf('inner'), idOf('execute_tool weather'), idOf('outer')];
    expect(call).toBeDefined();
    expect(inner?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(call?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  it('measures how long calls took, in seconds, by tool and code', async () => {
    const { readDuration } = startSdk();
    const telemetry = openTelemetry(api, { agentName: 'travel' });
    const timings = { acceptedAt: 1_000, endedAt: 1_250, waitedMs: 200, ranMs: 50 };

    telemetry.startCall(callStart()).end(record({ timings }));
    telemetry.startCall(callStart()).end(record({ timings, ...failed() }));

    const duration = await readDuration();
    const labels = {
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'gen_ai.agent.name': 'travel',
    };
    expect(duration?.descriptor).toMatchObject({ name: 'gen_ai.execute_tool.duration', unit: 's' });
    expect(duration?.dataPoints.map(({ attributes, value }) => [attributes, value.sum])).toEqual([
      [labels, 0.25],
      [{ ...labels, 'error.type': 'E_TOOL_FAILED' }, 0.25],
    ]);
    expect(duration?.dataPoints[0]?.value.buckets.boundaries).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ]);
  });

  it('does not let a model make up span names or metrics, nor send long or broken texts', async () => {
    const { readSpans, readDuration } = startSdk();
    const telemetry = openTelemetry(api);
    const problem = failed({ code: 'E_TOOL_NOT_FOUND' });
    for (const toolName of ['made_up', `\ud800${'x'.repeat(5_000)}`]) {
      const start = callStart({ toolName, tool: undefined, providerCallId: 'y'.repeat(5_000) });
      telemetry
        .startCall(start)
        .end(record({ ...problem, toolName, tool: undefined, status: 'unknown_tool' }));
    }

    expect(readSpans().map(({ name }) => name)).toEqual(['execute_tool _OTHER', 'execute_tool _OTHER']);
    const [first, second] = readSpans().map(({ attributes }) => attributes);
    expect(first?.['gen_ai.tool.name']).toBe('made_up');
    expect(second?.['gen_ai.tool.name']).toBe(`\ufffd${'x'.repeat(79)}…`);
    expect(second?.['gen_ai.tool.call.id']).toBe(`${'y'.repeat(80)}…`);
    expect(second).not.toHaveProperty('gen_ai.tool.description');
    expect((await readDuration())?.dataPoints.map(({ attributes }) => attributes)).toEqual([
      { 'gen_ai.tool.name': '_OTHER', 'gen_ai.tool.type': 'function', 'error.type': 'E_TOOL_NOT_FOUND' },
    ]);
  });

  it('cuts long descriptions, and uses its own id when the provider has none', () => {
    const { readSpans } = startSdk();
    const tool = weather({ description: `${'d'.repeat(1_023)}😀${'e'.repeat(100)}` });

    openTelemetry(api)
      .startCall(callStart({ tool, providerCallId: undefined }))
      .end(record());

    const [span] = readSpans();
    expect(span?.attributes['gen_ai.tool.description']).toBe(`${'d'.repeat(1_023)}\ufffd`);
    expect(span?.attributes['gen_ai.tool.call.id']).toBe('id-000001');
  });
});
