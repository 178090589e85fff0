import type { Clock } from 'toolcrib/runtime';
import type { CallFacts } from '../isolate/thread-messages.ts';
import type { ThreadEnd } from '../isolate/thread-pool.ts';
import type { UnhandledError } from '../isolate/unhandled-errors.ts';
import type { Log } from '../operations/log.ts';
import type { Service } from '../service/service.ts';

/** What a reporter writes to. */
export interface FaultReporterOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** An error that no code caught. */
type ToldError = UnhandledError & {
  /** How many there were of it. @default 1 */
  readonly count?: number;
  /** Whether it is one of a thread of tools, whose memory is its own. @default false */
  readonly isOfThread?: boolean;
};

/** Calls whose first error was told; more are only counted. */
const MAX_TOLD_CALLS = 1_000;
const UNKNOWN_EVERY_MS = 1_000;

/** Codes after which data can no longer be relied on, or this process cannot. */
const fatalCodes: ReadonlySet<unknown> = new Set([
  'E_STORE_CORRUPT',
  'ERR_INTERNAL_ASSERTION',
  'ERR_MEMORY_ALLOCATION_FAILED',
]);

/**
 * Records errors that no code caught, and threads that had to be ended: in the log, in metrics, and in the audit log of the
 * tenant whose call they come from. Of each call the first error is told, the rest is counted.
 */
export class FaultReporter {
  readonly #options: FaultReporterOptions;
  readonly #toldCalls = new Set<string>();
  #service: Pick<Service, 'metrics' | 'audit'> | undefined;
  #unknownToldAt = Number.NEGATIVE_INFINITY;

  constructor(options: FaultReporterOptions) {
    this.#options = options;
  }

  /** From here on it counts, and writes to the audit log. */
  attach(service: Pick<Service, 'metrics' | 'audit'>): void {
    this.#service = service;
  }

  /** Never throws. Ends the process if the error says that it cannot go on, unless it is one of a thread of tools. */
  onUnhandled({ kind, error, call, count = 1, isOfThread = false }: ToldError): void {
    const { log, exit } = this.#options;
    const tenant = call?.caller.tenant ?? 'default';
    const tool = call && { tenant, toolName: call.toolName };
    this.#service?.metrics.countUnhandled({ kind, tool, count });
    if (call !== undefined) this.#tellOfCall(call, { kind, error, tenant });
    else if (!isOfThread && isFatal(error)) {
      log.error('the service cannot go on after an error that nothing caught', error, { kind });
      exit(1);
    } else this.#tellUnknown(kind, error);
  }

  /** Never throws. */
  onThreadEnd({ reason, call, error }: ThreadEnd): void {
    const { toolName, invocationId } = call ?? {};
    this.#service?.metrics.countThreadEnd({ reason, toolName });
    this.#options.log.error('a thread of tools was ended', error, { reason, toolName, invocationId });
  }

  #tellOfCall(
    { toolName, invocationId, caller }: CallFacts,
    { kind, error, tenant }: Pick<UnhandledError, 'kind' | 'error'> & { readonly tenant: string },
  ): void {
    if (this.#toldCalls.has(invocationId)) return;
    for (const oldest of this.#toldCalls) {
      if (this.#toldCalls.size < MAX_TOLD_CALLS) break;
      this.#toldCalls.delete(oldest);
    }
    this.#toldCalls.add(invocationId);
    const { log } = this.#options;
    log.error('a tool left an error behind that nothing caught', error, {
      ...{ kind, tenant, toolName, invocationId },
    });
    const draft = { tenant, subject: toolName, invocationId, actor: caller.id, details: { kind } };
    this.#service?.audit
      .append({ ...draft, action: 'tool-error-unhandled', outcome: 'failed', code: 'E_TOOL_FAILED' })
      .catch((failure: unknown) =>
        log.error('The audit log could not be written', failure, { invocationId }),
      );
  }

  /** It may come again and again, such as from a timer of a module. */
  #tellUnknown(kind: UnhandledError['kind'], error: unknown): void {
    const { log, clock } = this.#options;
    const now = clock.elapsed();
    if (now - this.#unknownToldAt < UNKNOWN_EVERY_MS) return;
    this.#unknownToldAt = now;
    log.error('an error of unknown origin was caught by nothing', error, { kind });
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fatalCodes.has(error.code);
}
