import type { Clock, RecoverOptions, RecoveryReport, Runtime } from 'toolcrib/runtime';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import type { AuditMarkKeeper } from './audit-mark-keeper.ts';
import { toolsOfCall } from './tools-of-call.ts';

/** What calls are taken over with. */
export interface RecoveryParts {
  readonly runtime: Runtime;
  readonly tenants: TenantRooms;
  readonly marks: Pick<AuditMarkKeeper, 'repair'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly onResumed: RecoverOptions['onResumed'];
  readonly recoverEveryMs?: number | undefined;
}

const RECOVER_EVERY_MS = 15_000;
const NOTHING: RecoveryReport = Object.freeze({ unknown: [], failed: [], verified: [], waiting: [] });

/** Looks for calls of processes that died, and for what these did not write into the audit log: once when it is told to, and from then on now and then. */
export class Recovery {
  readonly #parts: RecoveryParts;
  #running: Promise<RecoveryReport> | undefined;
  #timer: unknown;
  #isStopped = false;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Never rejects. Two at a time would do the same twice. */
  run(): Promise<RecoveryReport> {
    this.#running ??= this.#recover().finally(() => {
      this.#running = undefined;
      this.#schedule();
    });
    return this.#running;
  }

  /** Resolves when a recovery that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.clock.clearTimer(this.#timer);
    await this.#running;
  }

  async #recover(): Promise<RecoveryReport> {
    const { runtime, tenants, marks, onFault, onResumed } = this.#parts;
    if (this.#isStopped) return NOTHING;
    // First, while all calls that bear the name of this process are those of one before it.
    await marks.repair().catch(onFault);
    try {
      return await runtime.recover({ toolsOf: (entry) => toolsOfCall(tenants, entry), onResumed });
    } catch (error) {
      onFault(error);
      return NOTHING;
    }
  }

  #schedule(): void {
    const { clock, recoverEveryMs = RECOVER_EVERY_MS } = this.#parts;
    if (this.#isStopped || recoverEveryMs === 0) return;
    clock.clearTimer(this.#timer);
    this.#timer = clock.setTimer(() => void this.run(), recoverEveryMs);
  }
}
