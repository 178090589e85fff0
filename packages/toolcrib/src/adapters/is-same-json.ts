import { sortedJson } from './sorted-json.ts';

/** Whether two values say the same in JSON, whatever the order of their keys. */
export function isSameJson(first: unknown, second: unknown): boolean {
  const text = sortedJson(first);
  return text !== undefined && text === sortedJson(second);
}
