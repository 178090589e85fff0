/**
 * The processor time that this process has used so far, in nanoseconds: all of its threads, the collector
 * and the compiler included. Unlike the clock it stands still while other processes have the machine.
 */
export function getCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}
