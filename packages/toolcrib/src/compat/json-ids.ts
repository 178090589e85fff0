import { isJsonArray, type JsonValue } from '../core/json.ts';

/** What is known about a value by its content. */
export interface JsonIdentity {
  /** The same number for equal values, whatever the order of their keys. */
  readonly id: number;
  /** Whether a reference may be inside, so that its meaning depends on where it stands. */
  readonly hasReference: boolean;
}

/** Numbers JSON values by their content; each object is looked at once, however often it is asked for. */
export class JsonIds {
  readonly #byText = new Map<string, number>();
  readonly #byObject = new Map<object, JsonIdentity>();

  identify(value: JsonValue): JsonIdentity {
    if (typeof value !== 'object' || value === null) {
      return { id: this.#number(JSON.stringify(value)), hasReference: false };
    }
    const known = this.#byObject.get(value);
    if (known !== undefined) return known;
    const identity = isJsonArray(value) ? this.#identifyItems(value) : this.#identifyMembers(value);
    this.#byObject.set(value, identity);
    return identity;
  }

  #identifyItems(items: readonly JsonValue[]): JsonIdentity {
    const identities = items.map((item) => this.identify(item));
    return {
      id: this.#number(`[${identities.map(({ id }) => id).join(',')}`),
      hasReference: identities.some(({ hasReference }) => hasReference),
    };
  }

  #identifyMembers(members: { readonly [key: string]: JsonValue }): JsonIdentity {
    let text = '{';
    let hasReference = false;
    for (const key of Object.keys(members).sort()) {
      const identity = this.identify(members[key] as JsonValue);
      text += `${JSON.stringify(key)}:${identity.id},`;
      hasReference ||= identity.hasReference || key === '$ref' || key === '$dynamicRef';
    }
    return { id: this.#number(text), hasReference };
  }

  #number(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const id = this.#byText.size;
    this.#byText.set(text, id);
    return id;
  }
}
