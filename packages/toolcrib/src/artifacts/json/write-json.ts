import { utf8Length } from '../text/utf8.ts';
import { isNodeArray, isNodeObject, type JsonNode, LongNumber } from './json-node.ts';

/** How deeply a value may be nested to be shown; also bounds the recursion. */
const MAX_SHOWN_DEPTH = 64;

/**
 * The JSON text of a value, on one line; undefined if it has more bytes than allowed, or is nested too deeply.
 * Text that would not fit is not made.
 */
export function writeJson(node: JsonNode, maxBytes: number): string | undefined {
  const writer = new JsonWriter(maxBytes);
  return writer.write(node, MAX_SHOWN_DEPTH) ? writer.text : undefined;
}

/** Methods give false when there is no room left. */
class JsonWriter {
  text = '';
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  write(node: JsonNode, depth: number): boolean {
    if (isNodeArray(node)) return depth > 0 && this.#writeItems(node, depth);
    if (isNodeObject(node)) return depth > 0 && this.#writeProperties(node, depth);
    return this.#writeScalar(node);
  }

  #writeItems(items: readonly JsonNode[], depth: number): boolean {
    if (!this.#add('[')) return false;
    for (const [index, item] of items.entries()) {
      if (index > 0 && !this.#add(',')) return false;
      if (!this.write(item, depth - 1)) return false;
    }
    return this.#add(']');
  }

  #writeProperties(properties: { readonly [key: string]: JsonNode }, depth: number): boolean {
    if (!this.#add('{')) return false;
    for (const [index, key] of Object.keys(properties).entries()) {
      if (index > 0 && !this.#add(',')) return false;
      const value = properties[key];
      if (value === undefined || !this.#writeScalar(key) || !this.#add(':')) return false;
      if (!this.write(value, depth - 1)) return false;
    }
    return this.#add('}');
  }

  #writeScalar(value: string | number | boolean | null | LongNumber): boolean {
    if (value instanceof LongNumber) return this.#add(value.text);
    // No character takes less than a byte.
    if (typeof value === 'string' && value.length > this.#left) return false;
    // What JavaScript could not hold; JSON.stringify would make null of it.
    if (value === Number.POSITIVE_INFINITY) return this.#add('1e999');
    if (value === Number.NEGATIVE_INFINITY) return this.#add('-1e999');
    return this.#add(JSON.stringify(value));
  }

  #add(text: string): boolean {
    this.#left -= text.length === 1 ? 1 : utf8Length(text);
    if (this.#left < 0) return false;
    this.text += text;
    return true;
  }
}
