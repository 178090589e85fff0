/** Minutes between two readings of a turbine. */
const STEP_MINUTES = 2;
const TURBINES = ['T1', 'T2', 'T3'] as const;
const TIDE_HOURS = 12.42;
const TRIPPED = { from: Date.UTC(2031, 2, 13, 22, 18), to: Date.UTC(2031, 2, 15, 16, 48) };
/** When the filter of T2 began to clog. */
const CLOGGING_FROM = Date.UTC(2031, 2, 9, 12);

/** The readings of all turbines on one day of March 2031, as lines of JSON. The same every time. */
export function readingsOf(day: number): string {
  const lines: string[] = [];
  for (let minute = 0; minute < 24 * 60; minute += STEP_MINUTES) {
    const time = Date.UTC(2031, 2, day, 0, minute);
    for (const turbine of TURBINES) lines.push(JSON.stringify(toReading(turbine, time)));
  }
  return `${lines.join('\n')}\n`;
}

function toReading(turbine: string, time: number): object {
  const hours = time / 3_600_000;
  const flow = 2.6 * Math.abs(Math.sin((Math.PI * hours) / TIDE_HOURS));
  const isTripped = turbine === 'T2' && time >= TRIPPED.from && time < TRIPPED.to;
  const event = turbine === 'T2' ? eventAt(time) : undefined;
  return {
    at: new Date(time).toISOString().slice(0, 16),
    turbine,
    kw: isTripped ? 0 : Math.round(Math.min(1_200, 55 * flow ** 3)),
    flow: round(flow),
    oil: turbine === 'T2' ? oilOfT2(time) : 3.2,
    ...(event !== undefined && { event }),
  };
}

function eventAt(time: number): string | undefined {
  if (time === TRIPPED.from) return 'trip';
  return time === TRIPPED.to ? 'restart' : undefined;
}

/** Falls from 3.2 bar to just below the 1.5 bar at which a turbine trips. */
function oilOfT2(time: number): number {
  if (time < CLOGGING_FROM || time >= TRIPPED.to) return 3.2;
  const share = Math.min(1, (time - CLOGGING_FROM) / (TRIPPED.from - CLOGGING_FROM));
  return Math.round((3.2 - 1.701 * share) * 1_000) / 1_000;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
