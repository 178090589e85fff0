import type { Clock } from 'toolcrib/runtime';
import type { KeyRecord, ServiceStore } from '../store/service-store.ts';
import { RecentMap } from './recent-map.ts';

/** How often the use of a key is noted. */
const INTERVAL_MS = 60_000;

const MAX_REMEMBERED = 10_000;

/** What notes stand on. */
interface UseNotesParts {
  readonly store: ServiceStore;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** Notes when keys were last used, behind the requests that use them. */
export class UseNotes {
  readonly #parts: UseNotesParts;
  readonly #notedAt = new RecentMap<string, number>(MAX_REMEMBERED);
  readonly #waiting = new Map<string, number>();
  #isWriting = false;

  constructor(parts: UseNotesParts) {
    this.#parts = parts;
  }

  note({ id, lastUsedAt }: KeyRecord): void {
    const now = this.#parts.clock.now();
    const last = this.#notedAt.get(id) ?? (lastUsedAt === null ? undefined : Date.parse(lastUsedAt));
    if (last !== undefined && Math.abs(now - last) < INTERVAL_MS) return;
    this.#notedAt.set(id, now);
    this.#waiting.set(id, now);
    if (!this.#isWriting) void this.#write();
  }

  /** One statement after another: what is used meanwhile goes with the next. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.size > 0) {
      const uses = [...this.#waiting].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
      this.#waiting.clear();
      try {
        await this.#parts.store.touchKeys(uses);
      } catch (error) {
        this.#parts.onFault(error);
      }
    }
    this.#isWriting = false;
  }
}
