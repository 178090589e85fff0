import { performance } from 'node:perf_hooks';

/** A value that is looked up when somebody asks. */
export interface MeasuredValue {
  /** One sentence. */
  readonly help: string;
  /** Must not throw. */
  read(): number;
}

/**
 * What is known of the process, under the names that Prometheus has for it. Nothing runs between two looks, so a process may
 * have any number of services.
 */
export const processGauges: Readonly<Record<string, MeasuredValue>> = Object.freeze({
  process_start_time_seconds: {
    help: 'When the process started, in seconds since 1970.',
    read: () => performance.timeOrigin / 1_000,
  },
  process_cpu_seconds_total: {
    help: 'Processor time that was used, in seconds.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    },
  },
  process_resident_memory_bytes: {
    help: 'Memory that the process has, in bytes.',
    read: () => process.memoryUsage.rss(),
  },
  nodejs_heap_size_used_bytes: {
    help: 'Memory that objects take, in bytes.',
    read: () => process.memoryUsage().heapUsed,
  },
  nodejs_eventloop_utilization: {
    help: 'The part of its life that the event loop was busy, from 0 to 1.',
    read: () => performance.eventLoopUtilization().utilization,
  },
});
