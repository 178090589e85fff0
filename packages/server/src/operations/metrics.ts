import type { CallEvent } from 'toolcrib/runtime';

/** What Prometheus reads. Names of tools and tenants are labels; no label is free text of a client. */
export interface Metrics {
  /** `route` is the operation id of a route, or a fixed word for requests that found none. */
  countRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly durationMs: number;
  }): void;
  countCall(event: CallEvent): void;
  /** Errors that no code caught, by the tool whose code they come from; without one for those of unknown origin. */
  countUnhandled(unhandled: {
    readonly kind: 'rejection' | 'exception';
    readonly tool: { readonly tenant: string; readonly toolName: string } | undefined;
    readonly count: number;
  }): void;
  /** That a thread of tools was ended or has ended itself, by the tool whose code ran on it. */
  countThreadEnd(end: { readonly reason: string; readonly toolName: string | undefined }): void;
  /** By the error code. */
  countDenied(reason: string): void;
  /** That a key has as much open as it may have, by what: `calls`, `streams` … */
  countLimited(kind: string): void;
  /** That a stream of events was opened, or has ended. */
  countStream(change: 1 | -1): void;
  /** The page, and its content type. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}
