/**
 * Headers of a response in a map, which is all that most of them need: a real list of headers checks, sorts and copies, and
 * there are many answers. Names and values are ours; what a client sent is in them only where a real list would be as well.
 */
export class PlainHeaders {
  readonly #values = new Map<string, string>();

  constructor(headers: Readonly<Record<string, string>> | Headers) {
    const entries = headers instanceof Headers ? headers : Object.entries(headers);
    for (const [name, value] of entries) this.append(name, value);
  }

  /** The same as far as types go. */
  asHeaders(): Headers {
    return this as unknown as Headers;
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const before = this.#values.get(key);
    this.#values.set(key, before === undefined ? value : `${before}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  /** None of ours sets any. */
  getSetCookie(): string[] {
    return [];
  }

  forEach(visit: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this.#values) visit(value, name, this.asHeaders());
  }

  entries(): MapIterator<[string, string]> {
    return this.#values.entries();
  }

  keys(): MapIterator<string> {
    return this.#values.keys();
  }

  values(): MapIterator<string> {
    return this.#values.values();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }
}

// So that it is one to `instanceof`.
Object.setPrototypeOf(PlainHeaders.prototype, Headers.prototype);
