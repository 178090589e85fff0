import type { Style } from './style.ts';
import { toVisibleLine } from './visible.ts';

/** Names and values under one another; those without a value are left out. */
export function formatFacts(
  facts: readonly (readonly [name: string, value: string])[],
  style: Pick<Style, 'dim'>,
): string {
  const known = facts.filter(([, value]) => value !== '');
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${style.dim(name.padEnd(width))}  ${toVisibleLine(value)}`).join('\n');
}
