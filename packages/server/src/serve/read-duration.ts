const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A time such as `30m`, `12h`, `90d` or `4w`, in milliseconds; undefined for any other text. */
export function readDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  // The pattern names the units.
  return unit === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}
