import { cutText } from '../../core/cut-text.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { CallRecord } from '../call-record.ts';
import { type ExceptionDescription, formatExceptions } from '../render/describe-exception.ts';
import type {
  OpenTelemetryApi,
  OpenTelemetryAttributes,
  OpenTelemetryContext,
  OpenTelemetryHistogram,
  OpenTelemetrySpan,
} from './open-telemetry-api.ts';
import type { CallSpan, CallStart, Telemetry } from './telemetry.ts';

/** What {@link openTelemetry} says besides what it sees. */
export interface OpenTelemetryOptions {
  /** The agent that the runtime runs tools for: `gen_ai.agent.name`. @default none */
  readonly agentName?: string;
}

/**
 * Follows calls with OpenTelemetry, by its conventions for generative AI: one span `execute_tool {tool}` and
 * one value of the histogram `gen_ai.execute_tool.duration` per call. `error.type` is the error code. Spans
 * that a handler starts are children of the span of its call. What was thrown is an event `exception` of the span, without
 * known secrets. Arguments and results are never recorded.
 *
 * Call it after the SDK was started: a meter that was asked for earlier measures nothing.
 *
 * @example
 * ```ts
 * import * as api from '@opentelemetry/api';
 * const telemetry = openTelemetry(api);
 * ```
 */
export function openTelemetry(api: OpenTelemetryApi, options: OpenTelemetryOptions = {}): Telemetry {
  requireKnownOptions(options, optionNames);
  const { agentName } = options;
  const common = { 'gen_ai.tool.type': 'function', ...(agentName && { 'gen_ai.agent.name': agentName }) };
  const tracer = api.trace.getTracer(SCOPE_NAME);
  const duration = api.metrics.getMeter(SCOPE_NAME).createHistogram('gen_ai.execute_tool.duration', {
    description: 'The duration of a single tool execution.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...DURATION_BOUNDARIES] },
  });
  return {
    startCall: (start) => {
      const toolName = start.tool?.name ?? UNKNOWN_TOOL;
      const parent = api.context.active();
      const attributes = { ...common, ...describeStart(start) };
      const span = tracer.startSpan(`execute_tool ${toolName}`, { kind: INTERNAL, attributes }, parent);
      const context = api.trace.setSpan(parent, span);
      const labels = { ...common, 'gen_ai.tool.name': toolName };
      return new ToolSpan(api, { span, context, duration, labels });
    },
  };
}

const optionNames: ReadonlySet<string> = new Set<keyof OpenTelemetryOptions>(['agentName']);
const SCOPE_NAME = 'toolcrib';
const INTERNAL = 0;
const ERROR = 2;
const DURATION_BOUNDARIES: readonly number[] = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const MAX_DESCRIPTION_LENGTH = 1_024;

/** Stands for every name that is no tool's: a model can make up any number of them. */
const UNKNOWN_TOOL = '_OTHER';

interface ToolSpanParts {
  readonly span: OpenTelemetrySpan;
  readonly context: OpenTelemetryContext;
  readonly duration: OpenTelemetryHistogram;
  /** What the duration is measured by: few values each. */
  readonly labels: OpenTelemetryAttributes;
}

class ToolSpan implements CallSpan {
  readonly #api: OpenTelemetryApi;
  readonly #parts: ToolSpanParts;

  constructor(api: OpenTelemetryApi, parts: ToolSpanParts) {
    this.#api = api;
    this.#parts = parts;
  }

  run<Value>(work: () => Value): Value {
    return this.#api.context.with(this.#parts.context, work);
  }

  end(record: CallRecord): void {
    const { span, context, duration, labels } = this.#parts;
    const { problem, status, sideEffect, timings } = record;
    const error: OpenTelemetryAttributes = problem === undefined ? {} : { 'error.type': problem.code };
    span.setAttributes({
      ...error,
      'toolcrib.call.status': status,
      'toolcrib.call.side_effect': sideEffect,
    });
    if (problem !== undefined) addException(span, record.describeException());
    // No message: what went wrong is in words that a tool may have chosen.
    if (problem !== undefined) span.setStatus({ code: ERROR });
    span.end();
    // The time of the machine may have been set back meanwhile.
    const seconds = Math.max(0, timings.endedAt - timings.acceptedAt) / 1_000;
    duration.record(seconds, { ...labels, ...error }, context);
  }
}

/** What was thrown; its causes are part of its stack, as engines print them. */
function addException(span: OpenTelemetrySpan, exceptions: readonly ExceptionDescription[]): void {
  const [thrown] = exceptions;
  if (thrown === undefined) return;
  span.addEvent('exception', {
    'exception.type': thrown.type,
    'exception.message': thrown.message,
    'exception.stacktrace': formatExceptions(exceptions),
  });
}

/** Names, ids and descriptions may come from strangers, so they are cut and made fit for any exporter. */
function describeStart({ invocationId, toolName, tool, providerCallId }: CallStart): OpenTelemetryAttributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool?.name ?? cutText(toolName.toWellFormed()),
    'gen_ai.tool.call.id': cutText((providerCallId ?? invocationId).toWellFormed()),
    ...(tool && {
      'gen_ai.tool.description': tool.description.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed(),
    }),
    'toolcrib.invocation_id': invocationId,
  };
}
