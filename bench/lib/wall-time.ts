/** The time on the clock, in nanoseconds: for work that waits, for timers or for a disk. */
export function getWallTime(): number {
  return performance.now() * 1e6;
}
