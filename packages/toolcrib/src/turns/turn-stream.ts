import { ConfigError } from '../core/errors.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnResult } from './turn-result.ts';

/**
 * A turn that is going on. Its events can be read once, by one reader, also after it has ended; nothing is lost while
 * nobody reads, except that pieces of text that follow one another become one, and of the progress of a call the latest
 * is kept. Leaving the loop early aborts the turn.
 */
export interface TurnStream extends AsyncIterable<TurnEvent> {
  readonly turnId: string;
  /** What is left of the turn. It comes whether or not anybody reads the events. */
  readonly result: Promise<TurnResult>;
}

/** Keeps events until they are read. */
export class TurnEventQueue {
  readonly #onLeave: () => void;
  /** Read up to `#next`. */
  #events: TurnEvent[] = [];
  #next = 0;
  /** Where the last progress of a call is that nobody has read yet. */
  readonly #progress = new Map<string, number>();
  readonly #readers: ((result: IteratorResult<TurnEvent>) => void)[] = [];
  #hasEnded = false;
  #isTaken = false;

  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  /** @throws ConfigError `E_INVALID_OPTION` for a second reader */
  take(): AsyncIterator<TurnEvent> {
    if (this.#isTaken) {
      throw new ConfigError('E_INVALID_OPTION', 'The events of a turn can be read once, by one reader.');
    }
    this.#isTaken = true;
    return { next: () => this.#read(), return: () => this.#leave() };
  }

  push(event: TurnEvent): void {
    if (this.#hasEnded) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) reader({ done: false, value: event });
    else this.#keep(event);
    if (event.type === 'turn-end') this.#end();
  }

  async #read(): Promise<IteratorResult<TurnEvent>> {
    const event = this.#events[this.#next];
    if (event !== undefined) {
      this.#next++;
      if (this.#next === this.#events.length) this.#forget();
      return { done: false, value: event };
    }
    if (this.#hasEnded) return { done: true, value: undefined };
    return new Promise((resolve) => {
      this.#readers.push(resolve);
    });
  }

  async #leave(): Promise<IteratorResult<TurnEvent>> {
    if (!this.#hasEnded) this.#onLeave();
    this.#forget();
    this.#end();
    return { done: true, value: undefined };
  }

  #keep(event: TurnEvent): void {
    const last = this.#events.at(-1);
    if (event.type === 'text' && last?.type === 'text' && last.iteration === event.iteration) {
      this.#events[this.#events.length - 1] = Object.freeze({ ...last, text: last.text + event.text });
      return;
    }
    const place = event.type === 'tool-call-progress' ? this.#progress.get(event.invocationId) : undefined;
    if (place !== undefined && place >= this.#next) this.#events[place] = event;
    else {
      if (event.type === 'tool-call-progress') this.#progress.set(event.invocationId, this.#events.length);
      this.#events.push(event);
    }
  }

  #forget(): void {
    this.#progress.clear();
    this.#events = [];
    this.#next = 0;
  }

  #end(): void {
    this.#hasEnded = true;
    for (const reader of this.#readers.splice(0)) reader({ done: true, value: undefined });
  }
}
