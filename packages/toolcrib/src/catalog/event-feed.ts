import type { CatalogEvent } from './catalog-event.ts';
import { tellSafely } from './tell-safely.ts';

/** How many events are read at once for somebody who is behind. */
const PAGE = 500;

/** What a feed needs of its catalogue. */
export interface EventSource {
  /** Events after a number, in order. */
  load(after: number, limit: number): Promise<readonly CatalogEvent[]>;
  /** The number of the last event that has happened, as far as is known here. */
  sequence(): number;
  onFault(error: unknown): void;
}

/**
 * Tells listeners of events, each of them of every event once and in order. One who is behind is brought forward by
 * reading; nothing depends on how the news arrived.
 */
export class EventFeed {
  readonly #source: EventSource;
  readonly #subscriptions = new Set<Subscription>();

  constructor(source: EventSource) {
    this.#source = source;
  }

  subscribe(listener: (event: CatalogEvent) => void, after: number): () => void {
    const subscription = new Subscription(this.#source, listener, after);
    this.#subscriptions.add(subscription);
    void subscription.advance([]);
    return () => {
      subscription.end();
      this.#subscriptions.delete(subscription);
    };
  }

  /** News, in order, or none; nothing is lost if it starts later than where a listener is. */
  publish(events: readonly CatalogEvent[]): void {
    for (const subscription of this.#subscriptions) void subscription.advance(events);
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.end();
    this.#subscriptions.clear();
  }
}

class Subscription {
  readonly #source: EventSource;
  readonly #listener: (event: CatalogEvent) => void;
  /** The number of the last event that was told. */
  #last: number;
  #isReading = false;
  #hasEnded = false;

  constructor(source: EventSource, listener: (event: CatalogEvent) => void, after: number) {
    this.#source = source;
    this.#listener = listener;
    this.#last = after;
  }

  end(): void {
    this.#hasEnded = true;
  }

  async advance(news: readonly CatalogEvent[]): Promise<void> {
    // Whoever reads comes to the news as well.
    if (this.#isReading) return;
    this.#tell(news);
    if (this.#last >= this.#source.sequence()) return;
    this.#isReading = true;
    try {
      while (!this.#hasEnded && this.#last < this.#source.sequence()) {
        // No further than is known here: what a listener is told of, it can also read.
        const limit = Math.min(PAGE, this.#source.sequence() - this.#last);
        const before = this.#last;
        this.#tell(await this.#source.load(before, limit));
        // A store without the next event would be asked for it for ever.
        if (this.#last === before) break;
      }
    } catch (error) {
      // Whatever is published next, be it nothing, starts the reading again.
      if (!this.#hasEnded) this.#source.onFault(error);
    } finally {
      this.#isReading = false;
    }
  }

  #tell(events: readonly CatalogEvent[]): void {
    for (const event of events) {
      if (this.#hasEnded) return;
      if (event.sequence !== this.#last + 1) continue;
      this.#last = event.sequence;
      tellSafely(
        () => this.#listener(event),
        (error) => this.#source.onFault(error),
      );
    }
  }
}
