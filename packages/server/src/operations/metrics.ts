import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { errorTable } from 'toolcrib';
import type { CallEvent } from 'toolcrib/runtime';
import { createLabels, type Labels } from './labels.ts';
import { type MeasuredValue, processGauges } from './process-gauges.ts';

/** What {@link Metrics} are created with. */
export interface MetricsOptions {
  /** Values that are asked for whenever the page is read, by their name. @default none */
  readonly gauges?:
    | Readonly<Record<string, { readonly help: string; readonly read: () => number }>>
    | undefined;
  /**
   * The number of open approvals by tenant, asked for whenever the page is read; undefined if it is not known. Must not reject.
   *
   * @default they are not measured
   */
  readonly countApprovals?: (() => Promise<ReadonlyMap<string, number> | undefined>) | undefined;
  /** Whether memory, processor and event loop of the process are measured, which goes on until it ends. @default false */
  readonly hasProcess?: boolean | undefined;
  /** Whether a tenant has a tool of that name, in any state. @default whatever a call of it says */
  readonly isTool?: ((tenant: string, name: string) => boolean) | undefined;
  /** How many tools have labels of their own, over all tenants; the rest are counted as `other`. @default 2_000 */
  readonly maxTools?: number | undefined;
}

const secondsOfRequests = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const secondsOfCalls = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** What a service counts, for Prometheus. Names of tools and tenants are labels; no label is free text of a client. */
export class Metrics {
  readonly #register = new Registry();
  readonly #counters: Counters;
  readonly #openStreams: Gauge;
  readonly #labels: Labels;

  constructor(options: MetricsOptions = {}) {
    addGauges(this.#register, { ...(options.hasProcess && processGauges), ...options.gauges });
    const { counters, openStreams } = createCounters(this.#register);
    this.#counters = counters;
    this.#openStreams = openStreams;
    this.#labels = createLabels(options);
    if (options.countApprovals) addApprovals(this.#register, options.countApprovals, this.#labels);
  }

  /** `route` is the operation id of a route, or a fixed word for requests that found none. */
  countRequest({ route, status, durationMs }: CountedRequest): void {
    const name = this.#labels.route(route);
    this.#counters.requests.inc({ route: name, status: this.#labels.status(status) });
    this.#counters.requestSeconds.observe({ route: name }, Math.max(0, durationMs) / 1_000);
  }

  countCall(event: CallEvent): void {
    countCall(this.#counters, event, this.#labels);
  }

  /** Counts errors that no code caught, by the tool whose code they come from. */
  countUnhandled({ kind, tool, count }: CountedErrors): void {
    const names = tool && { tenant: this.#labels.tenant(tool.tenant), tool: this.#labels.tool(tool) };
    this.#counters.unhandled.inc({ tenant: '', tool: '', ...names, kind }, count);
  }

  /** Counts a thread of tools that was ended or has ended itself, by the tool whose code ran on it. */
  countThreadEnd({ reason, toolName = '' }: CountedThreadEnd): void {
    this.#counters.threadEnds.inc({ tool: toolName, reason });
  }

  /** Counts a refused request by its error code. */
  countDenied(reason: string): void {
    this.#counters.denied.inc({ reason: Object.hasOwn(errorTable, reason) ? reason : 'other' });
  }

  /** Counts a refusal because a key has as much open as it may have, by what: `calls`, `streams` … */
  countLimited(kind: string): void {
    this.#counters.limited.inc({ kind });
  }

  /** Counts a stream of events that was opened, or has ended. */
  countStream(change: 1 | -1): void {
    this.#openStreams.inc(change);
  }

  /** The page, and its content type. */
  async render(): Promise<{ readonly text: string; readonly contentType: string }> {
    return { text: await this.#register.metrics(), contentType: this.#register.contentType };
  }
}

interface CountedRequest {
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

interface CountedErrors {
  readonly kind: 'rejection' | 'exception';
  /** Undefined if their origin is not known. */
  readonly tool: { readonly tenant: string; readonly toolName: string } | undefined;
  readonly count: number;
}

interface CountedThreadEnd {
  readonly reason: string;
  readonly toolName: string | undefined;
}

type Counters = ReturnType<typeof createCounters>['counters'];

function createCounters(register: Registry) {
  const registers = [register];
  const tool = ['tenant', 'tool'] as const;
  const counters = {
    requests: new Counter({
      name: 'toolcrib_http_requests_total',
      help: 'Requests, by operation and status.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'toolcrib_http_request_duration_seconds',
      help: 'How long requests took until their answer began.',
      labelNames: ['route'] as const,
      buckets: secondsOfRequests,
      registers,
    }),
    calls: new Counter({
      name: 'toolcrib_calls_total',
      help: 'Calls that have ended, by how.',
      labelNames: [...tool, 'status'] as const,
      registers,
    }),
    callSeconds: new Histogram({
      name: 'toolcrib_call_run_seconds',
      help: 'How long handlers ran.',
      labelNames: tool,
      buckets: secondsOfCalls,
      registers,
    }),
    gates: new Counter({
      name: 'toolcrib_gates_total',
      help: 'What became of gates: open, and how they were settled.',
      labelNames: ['tenant', 'status'] as const,
      registers,
    }),
    interrupted: new Counter({
      name: 'toolcrib_calls_interrupted_total',
      help: 'Calls of processes that died, by what is known of them.',
      labelNames: ['tenant', 'state'] as const,
      registers,
    }),
    unhandled: new Counter({
      name: 'toolcrib_unhandled_errors_total',
      help: 'Errors that no code caught, by the tool that they come from, if that is known.',
      labelNames: [...tool, 'kind'] as const,
      registers,
    }),
    threadEnds: new Counter({
      name: 'toolcrib_tool_threads_ended_total',
      help: 'Threads of isolated tools that were ended or ended themselves, by the tool that ran and by why.',
      labelNames: ['tool', 'reason'] as const,
      registers,
    }),
    denied: new Counter({
      name: 'toolcrib_denied_total',
      help: 'Requests that were refused, by error code.',
      labelNames: ['reason'] as const,
      registers,
    }),
    limited: new Counter({
      name: 'toolcrib_concurrency_limited_total',
      help: 'What was refused because a key had as much open as it may have, by what it was.',
      labelNames: ['kind'] as const,
      registers,
    }),
  };
  const openStreams = new Gauge({
    name: 'toolcrib_open_streams',
    help: 'Streams of events that are open.',
    registers,
  });
  return { counters, openStreams };
}

function countCall(counters: Counters, event: CallEvent, labels: Labels): void {
  const tenant = labels.tenant(event.tenant);
  switch (event.type) {
    case 'tool-call-end': {
      const names = { tenant, tool: labels.tool(event) };
      counters.calls.inc({ ...names, status: event.status });
      if (event.code === 'E_CONCURRENCY_LIMITED') counters.limited.inc({ kind: 'openGates' });
      // A stored outcome that is given again took no time of a handler.
      if (event.replayOf === undefined) counters.callSeconds.observe(names, Math.max(0, event.ranMs) / 1_000);
      break;
    }
    case 'gate-open':
      counters.gates.inc({ tenant, status: 'open' });
      break;
    case 'gate-settled':
      counters.gates.inc({ tenant, status: event.status });
      break;
    case 'tool-call-interrupted':
      counters.interrupted.inc({ tenant, state: event.state });
      break;
    case 'tool-call-start':
    case 'tool-call-progress':
    case 'tool-call-abandoned':
      break;
  }
}

/** A tenant that had some and has none now is told with 0. While the number is not known, there are no values. */
function addApprovals(
  register: Registry,
  count: NonNullable<MetricsOptions['countApprovals']>,
  labels: Labels,
): void {
  const known = new Set<string>();
  new Gauge({
    name: 'toolcrib_approvals_open',
    help: 'Calls that wait for an approval or an answer, over all processes.',
    labelNames: ['tenant'],
    registers: [register],
    async collect() {
      const counts = await count();
      this.reset();
      if (counts === undefined) return;
      for (const tenant of known) this.set({ tenant }, 0);
      for (const [name, open] of counts) {
        const tenant = labels.tenant(name);
        known.add(tenant);
        // Tenants without a label of their own are counted together.
        this.inc({ tenant }, open);
      }
    },
  });
}

function addGauges(register: Registry, gauges: Readonly<Record<string, MeasuredValue>>): void {
  for (const [name, { help, read }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  }
}
