import { isJsonArray, type JsonValue } from '../core/json.ts';

/** Numbers JSON values by their content; each object is looked at once, however often it is asked for. */
export class JsonIds {
  readonly #byText = new Map<string, number>();
  readonly #byObject = new Map<object, number>();

  /** The same number for equal values, whatever the order of their keys. */
  identify(value: JsonValue): number {
    if (typeof value !== 'object' || value === null) return this.numberOf(JSON.stringify(value));
    const known = this.#byObject.get(value);
    if (known !== undefined) return known;
    const id = this.numberOf(isJsonArray(value) ? this.#writeItems(value) : this.#writeMembers(value));
    this.#byObject.set(value, id);
    return id;
  }

  /** The number of a text that is not one of a value. */
  numberOf(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const id = this.#byText.size;
    this.#byText.set(text, id);
    return id;
  }

  #writeItems(items: readonly JsonValue[]): string {
    return `[${items.map((item) => this.identify(item)).join(',')}`;
  }

  #writeMembers(members: { readonly [key: string]: JsonValue }): string {
    const keys = Object.keys(members).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${this.identify(members[key] as JsonValue)},`).join('')}`;
  }
}
