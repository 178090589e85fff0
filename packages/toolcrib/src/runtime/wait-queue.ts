/** A place in a {@link WaitQueue}. */
export class QueuePlace<Value> {
  readonly value: Value;
  /** @internal */
  previous: QueuePlace<Value> | undefined;
  /** @internal */
  next: QueuePlace<Value> | undefined;

  constructor(value: Value) {
    this.value = value;
  }
}

/** First in, first out, where anybody may give up a place: every operation takes constant time. */
export class WaitQueue<Value> {
  #first: QueuePlace<Value> | undefined;
  #last: QueuePlace<Value> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get first(): QueuePlace<Value> | undefined {
    return this.#first;
  }

  add(value: Value): QueuePlace<Value> {
    const place = new QueuePlace(value);
    place.previous = this.#last;
    if (this.#last === undefined) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.#length += 1;
    return place;
  }

  /** The place must be one of this queue that was not removed before. */
  remove({ previous, next }: QueuePlace<Value>): void {
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    this.#length -= 1;
  }
}

/**
 * Those who wait, by caller. Callers take turns, whoever of them has sent more; what waits for one caller is first in, first
 * out. Adding, removing and counting take constant time.
 */
export class FairQueue<Value> {
  /** The caller whose turn is next comes first. No queue in it is empty. */
  readonly #queues = new Map<string, WaitQueue<Value>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(callerId: string): number {
    return this.#queues.get(callerId)?.length ?? 0;
  }

  /** What waits longest for each caller, in the order of their turns. */
  *firsts(): Generator<Value> {
    for (const { first } of this.#queues.values()) if (first !== undefined) yield first.value;
  }

  add(callerId: string, value: Value): QueuePlace<Value> {
    let queue = this.#queues.get(callerId);
    if (queue === undefined) {
      queue = new WaitQueue();
      this.#queues.set(callerId, queue);
    }
    this.#length += 1;
    return queue.add(value);
  }

  /** The place must be one of this caller that was not removed before. */
  remove(callerId: string, place: QueuePlace<Value>): void {
    const queue = this.#queues.get(callerId);
    queue?.remove(place);
    this.#length -= 1;
    if (queue?.length === 0) this.#queues.delete(callerId);
  }

  /** Ends the turn of a caller: it is behind all others then. */
  endTurn(callerId: string): void {
    const queue = this.#queues.get(callerId);
    if (queue === undefined) return;
    this.#queues.delete(callerId);
    this.#queues.set(callerId, queue);
  }
}
