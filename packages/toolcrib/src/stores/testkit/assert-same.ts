import type { TenantChanges } from '../../catalog/index.ts';
import { assertFrozen, assertSameText } from './assert.ts';

/** Compares what has happened, and looks whether it is frozen. */
export function assertChanges(actual: TenantChanges, expected: TenantChanges, what: string): void {
  const { sequence, events, tools, documents } = actual;
  assertSame({ sequence, events, tools, documents }, expected, what);
  for (const event of events) assertFrozen(event, `${what}: event ${event.sequence}`);
  for (const [name, state] of tools) assertFrozen(state, `${what}: tool ${name.slice(0, 80)}`);
  for (const [key, document] of documents) assertFrozen(document, `${what}: document ${key.slice(0, 80)}`);
}

/** Compares values and maps of JSON. The order of keys counts in specs and documents only. */
export function assertSame(actual: unknown, expected: unknown, what: string): void {
  assertSameText(textOf(actual), textOf(expected), what);
}

function textOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return inAnyOrder(entries.map(([key, item]) => [key, fieldText(key, item)]));
}

function fieldText(key: string, item: unknown): string {
  if (key === 'spec') return JSON.stringify(item);
  if (key !== 'documents' || !(item instanceof Map)) return textOf(item);
  return inAnyOrder([...item].map(([name, document]) => [name, String(JSON.stringify(document))]));
}

function inAnyOrder(entries: readonly (readonly [key: string, text: string])[]): string {
  const parts = entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  return `{${parts.toSorted().join()}}`;
}
