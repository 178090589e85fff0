import type { Unit } from './section.ts';

interface Scale {
  readonly factor: number;
  readonly suffix: string;
}

const scales: Record<Unit, readonly Scale[]> = {
  nanoseconds: [
    { factor: 1e9, suffix: ' s' },
    { factor: 1e6, suffix: ' ms' },
    { factor: 1e3, suffix: ' µs' },
    { factor: 1, suffix: ' ns' },
  ],
  bytes: [
    { factor: 1e6, suffix: ' MB' },
    { factor: 1e3, suffix: ' kB' },
    { factor: 1, suffix: ' B' },
  ],
  count: [{ factor: 1, suffix: '' }],
};

/** A value with its unit, in three digits: `12.3 µs`. */
export function formatValue(value: number, unit: Unit): string {
  const size = Math.abs(value);
  const scale = scales[unit].find(({ factor }) => size >= factor) ?? scales[unit].at(-1);
  if (scale === undefined) return String(value);
  return `${formatNumber(value / scale.factor)}${scale.suffix}`;
}

/** A number in about three digits: `0.05`, `1.37`, `64.2`, `2,745`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return '<0.001';
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
