/** A duration for people: `7 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** A size for people: `412 B`, `4.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A count for people: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** How far something is: `[######----] 19/31`. */
export function formatBar(done: number, total: number): string {
  const width = 24;
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const filled = Math.round(width * share);
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${done}/${total}`;
}
