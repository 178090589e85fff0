import type { TenantChanges } from '../../catalog/index.ts';
import { assertFrozen, assertSameText } from './assert.ts';

/** Compares what has happened, and looks whether it is frozen. */
export function assertChanges(actual: TenantChanges, expected: TenantChanges, what: string): void {
  const { sequence, events, tools } = actual;
  assertSame({ sequence, events, tools }, expected, what);
  for (const event of events) assertFrozen(event, `${what}: event ${event.sequence}`);
  for (const [name, state] of tools) assertFrozen(state, `${what}: tool ${name.slice(0, 80)}`);
}

/** Compares values and maps of JSON. The order of keys counts in specs only. */
export function assertSame(actual: unknown, expected: unknown, what: string): void {
  assertSameText(textOf(actual), textOf(expected), what);
}

function textOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const parts = entries.map(([key, item]) => {
    return `${JSON.stringify(key)}:${key === 'spec' ? JSON.stringify(item) : textOf(item)}`;
  });
  return `{${parts.toSorted().join()}}`;
}
