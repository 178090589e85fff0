const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
  [1, 'ms'],
] as const;

/** A time in milliseconds as people read it, with nothing rounded: `1d 12h`. */
export function formatDuration(durationMs: number): string {
  const parts: string[] = [];
  let restMs = durationMs;
  for (const [unitMs, unit] of units) {
    const amount = Math.floor(restMs / unitMs);
    if (amount > 0) parts.push(`${amount}${unit}`);
    restMs -= amount * unitMs;
  }
  return parts.join(' ') || '0s';
}
