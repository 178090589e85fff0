import type { CallEvent } from 'toolcrib/runtime';

/** What Prometheus reads. Names of tools and tenants are labels; no label is free text of a client. */
export interface Metrics {
  countRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly durationMs: number;
  }): void;
  countCall(event: CallEvent): void;
  countDenied(reason: string): void;
  setOpenStreams(count: number): void;
  /** The page, and its content type. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}
