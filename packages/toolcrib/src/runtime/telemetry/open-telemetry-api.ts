/** What is set on spans and measurements. */
export type OpenTelemetryAttributes = Readonly<Record<string, string | number | boolean>>;

/** A context, which is only passed on. */
export interface OpenTelemetryContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): OpenTelemetryContext;
  deleteValue(key: symbol): OpenTelemetryContext;
}

/** What is used of a span. */
export interface OpenTelemetrySpan {
  setAttributes(attributes: OpenTelemetryAttributes): unknown;
  addEvent(name: string, attributes: OpenTelemetryAttributes): unknown;
  /** 2 is an error. */
  setStatus(status: { readonly code: 2 }): unknown;
  end(): void;
}

/** How a span is started. */
export interface OpenTelemetrySpanOptions {
  /** 0 is internal. */
  readonly kind: 0;
  readonly attributes: OpenTelemetryAttributes;
}

/** What is used of a tracer. */
export interface OpenTelemetryTracer {
  startSpan(
    name: string,
    options: OpenTelemetrySpanOptions,
    context: OpenTelemetryContext,
  ): OpenTelemetrySpan;
}

/** What is used of a histogram. */
export interface OpenTelemetryHistogram {
  record(value: number, attributes: OpenTelemetryAttributes, context: OpenTelemetryContext): void;
}

/** How a histogram is made. */
export interface OpenTelemetryHistogramOptions {
  readonly description: string;
  readonly unit: string;
  readonly advice: { readonly explicitBucketBoundaries: number[] };
}

/** What is used of a meter. */
export interface OpenTelemetryMeter {
  createHistogram(name: string, options: OpenTelemetryHistogramOptions): OpenTelemetryHistogram;
}

/** The part of the module `@opentelemetry/api` that is used: `import * as api from '@opentelemetry/api'`. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): OpenTelemetryTracer;
    setSpan(context: OpenTelemetryContext, span: OpenTelemetrySpan): OpenTelemetryContext;
  };
  readonly context: {
    active(): OpenTelemetryContext;
    with<Value>(context: OpenTelemetryContext, work: () => Value): Value;
  };
  readonly metrics: {
    getMeter(name: string): OpenTelemetryMeter;
  };
}
