import type { Clock } from 'toolcrib/runtime';
import type { AuditDraft } from './audit-entry.ts';

/** How long denials of one kind are counted before the log is told how many there were, in milliseconds. */
const WINDOW_MS = 60_000;
/** Kinds that are counted at the same time; beyond it the oldest is told of at once. */
const MAX_WINDOWS = 10_000;
const MAX_ROUTES = 8;

/** Denials that say the same, since the last entry about them. */
interface Window {
  readonly draft: AuditDraft;
  readonly routes: Set<string>;
  beganAt: number;
  lastAt: number;
  count: number;
}

/** What {@link DenialCounter} is given. */
export interface DenialCounterOptions {
  readonly clock: Clock;
  /** Writes an entry that nobody waits for. Must not throw or reject. */
  readonly write: (draft: AuditDraft) => void;
}

/**
 * Tells repeated denials apart from first ones: of one actor, for one reason, in one log, the first is written as it is, and
 * those of the minute after it are one entry with their number. So no client fills a log, or its queue, by being refused.
 */
export class DenialCounter {
  readonly #options: DenialCounterOptions;
  readonly #windows = new Map<string, Window>();
  #timer: unknown;

  constructor(options: DenialCounterOptions) {
    this.#options = options;
  }

  /** Whether a denial is to be written: it is the first of its kind. Others are counted. */
  isFirst(draft: AuditDraft): boolean {
    const now = this.#options.clock.now();
    const key = JSON.stringify([draft.tenant, draft.actor, draft.code]);
    const window = this.#windows.get(key);
    if (window === undefined) {
      this.#windows.set(key, { draft, routes: new Set(), beganAt: now, lastAt: now, count: 0 });
      this.#makeRoom();
      this.#schedule();
      return true;
    }
    window.count += 1;
    window.lastAt = now;
    if (draft.route !== undefined && window.routes.size < MAX_ROUTES) window.routes.add(draft.route);
    return false;
  }

  /** Tells how many were counted, and counts no more. */
  close(): void {
    this.#options.clock.clearTimer(this.#timer);
    for (const window of this.#windows.values()) this.#tell(window);
    this.#windows.clear();
  }

  #schedule(): void {
    this.#timer ??= this.#options.clock.setTimer(() => {
      this.#timer = undefined;
      this.#sweep();
      if (this.#windows.size > 0) this.#schedule();
    }, WINDOW_MS);
  }

  /** What goes on is counted again; what has stopped is forgotten. */
  #sweep(): void {
    const now = this.#options.clock.now();
    for (const [key, window] of this.#windows) {
      if (now - window.beganAt < WINDOW_MS) continue;
      if (window.count === 0) this.#windows.delete(key);
      this.#tell(window);
      window.beganAt = now;
      window.count = 0;
      window.routes.clear();
    }
  }

  #makeRoom(): void {
    if (this.#windows.size <= MAX_WINDOWS) return;
    for (const [key, window] of this.#windows) {
      this.#windows.delete(key);
      this.#tell(window);
      return;
    }
  }

  #tell({ draft, routes, beganAt, lastAt, count }: Window): void {
    if (count === 0) return;
    const { tenant, action, outcome, actor, code } = draft;
    const times = { from: new Date(beganAt).toISOString(), to: new Date(lastAt).toISOString() };
    this.#options.write({
      ...{ tenant, action, outcome, actor },
      ...(code !== undefined && { code }),
      details: { repeated: count, ...times, routes: [...routes] },
    });
  }
}
