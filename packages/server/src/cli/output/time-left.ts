const steps = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
] as const;

/** How long it is until a time, in its largest unit and rounded down, such as `23h`; `over` if it is past. */
export function timeLeft(until: string, now: number): string {
  const leftMs = Date.parse(until) - now;
  for (const [unitMs, unit] of steps) if (leftMs >= unitMs) return `${Math.floor(leftMs / unitMs)}${unit}`;
  return leftMs > 0 ? '1s' : 'over';
}
