import type { JsonPrimitive } from '../../core/json.ts';
import { ToolError } from '../../core/tool-error.ts';
import { isNodeArray, type JsonNode, LongNumber } from './json-node.ts';
import { findNode, parsePointer } from './json-pointer.ts';

/** How a field is compared. */
export type JsonOperator = 'equals' | 'notEquals' | 'contains' | 'greater' | 'less' | 'exists';

export const jsonOperators: readonly JsonOperator[] = [
  'equals',
  'notEquals',
  'contains',
  'greater',
  'less',
  'exists',
];

/** What an element has to be like. */
export interface JsonCondition {
  /** A JSON Pointer from the element to the field; `''` is the element itself. @default '' */
  readonly field?: string | undefined;
  /**
   * `equals` and `notEquals` compare with a value of any type; a field that is not there equals nothing.
   * `contains` looks for a text in a string, with its capitals, or for an item in an array. `greater` and
   * `less` compare numbers with numbers and strings with strings, by code units, as ISO dates want it.
   * `exists` asks whether the field is there, or with `false` whether it is not.
   */
  readonly operator: JsonOperator;
  /**
   * What the field is compared with. A number whose digits JavaScript would lose is compared with a string of
   * them. Only `exists` does without.
   */
  readonly value?: JsonPrimitive | undefined;
}

/** @throws ToolError when the field is no pointer, or there is nothing to compare with. */
export function compileCondition({
  field = '',
  operator,
  value,
}: JsonCondition): (node: JsonNode) => boolean {
  const steps = parsePointer(field);
  const test = compileTest(operator, value);
  return (node) => test(findNode(node, steps));
}

function compileTest(
  operator: JsonOperator,
  value: JsonPrimitive | undefined,
): (node: JsonNode | undefined) => boolean {
  if (operator === 'exists') return (node) => (node !== undefined) === (value !== false);
  if (value === undefined) throw new ToolError(`The operator "${operator}" needs a value to compare with.`);
  switch (operator) {
    case 'equals':
      return (node) => isEqual(node, value);
    case 'notEquals':
      return (node) => !isEqual(node, value);
    case 'contains':
      return (node) => contains(node, value);
    case 'greater':
      return (node) => compare(node, value) > 0;
    case 'less':
      return (node) => compare(node, value) < 0;
  }
}

function isEqual(node: JsonNode | undefined, value: JsonPrimitive): boolean {
  if (!(node instanceof LongNumber)) return node === value;
  return typeof value === 'string' ? node.text === value : compare(node, value) === 0;
}

function contains(node: JsonNode | undefined, value: JsonPrimitive): boolean {
  if (typeof node === 'string') return typeof value === 'string' && node.includes(value);
  return node !== undefined && isNodeArray(node) && node.some((item) => isEqual(item, value));
}

/** Above, at or below zero; not a number for what cannot be compared. */
function compare(node: JsonNode | undefined, value: JsonPrimitive): number {
  if (typeof node === 'string' && typeof value === 'string') return order(node, value);
  const left = node instanceof LongNumber ? (toBigInt(node.text) ?? node.toNumber()) : node;
  const right = typeof value === 'string' && !Number.isSafeInteger(Number(value)) ? toBigInt(value) : value;
  // JavaScript compares numbers of both types by their mathematical values.
  return isNumeric(left) && isNumeric(right) ? order(left, right) : Number.NaN;
}

function order<Value extends string | number | bigint>(left: Value, right: Value): number {
  if (left > right) return 1;
  return left < right ? -1 : 0;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A whole number, digit by digit; of others, what JavaScript makes of them has to do. */
function toBigInt(text: string): bigint | undefined {
  return /^-?\d{1,400}$/.test(text) ? BigInt(text) : undefined;
}
