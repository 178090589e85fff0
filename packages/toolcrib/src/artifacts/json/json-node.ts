import type { JsonPrimitive } from '../../core/json.ts';

/** A number that JavaScript cannot hold as it was written, such as an id beyond 2^53: its text, digit by digit. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest number; infinite if there is none. */
  toNumber(): number {
    return Number(this.text);
  }
}

export type JsonNodeArray = readonly JsonNode[];
export type JsonNodeObject = { readonly [key: string]: JsonNode };

/** A JSON value as it was written: as `JsonValue`, except that no digit of a number is lost. */
export type JsonNode = JsonPrimitive | LongNumber | JsonNodeArray | JsonNodeObject;

/** The types that JSON knows. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export function isNodeArray(node: JsonNode): node is JsonNodeArray {
  return Array.isArray(node);
}

export function isNodeObject(node: JsonNode): node is JsonNodeObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof LongNumber);
}

export function typeOfNode(node: JsonNode): JsonType {
  switch (typeof node) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof node as 'string' | 'number' | 'boolean';
    default:
      if (node === null) return 'null';
      if (node instanceof LongNumber) return 'number';
      return Array.isArray(node) ? 'array' : 'object';
  }
}
