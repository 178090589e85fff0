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
