import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { findUnit, listUnits, type Unit } from './units.ts';

const unitName = z.string().min(1).max(40);

/** Converts between units. */
export const convertUnits = defineTool({
  name: 'convert_units',
  title: 'Convert units',
  description:
    'Converts a value from one unit into another: length, area, volume, mass, temperature, time, speed, pressure, ' +
    'energy, power, data and angle. Units are symbols (km, lb, kWh, MiB, m/s) or English names (mile, celsius).',
  version: '1.0.0',
  tags: ['calculation', 'units'],
  effect: 'read',
  trusted: true,
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    value: z.number().min(-1e100).max(1e100).describe('The value to convert.'),
    from: unitName.describe('The unit of the value, such as "mi" or "fahrenheit".'),
    to: unitName.describe('The unit to convert into, such as "km" or "celsius".'),
  }),
  outputSchema: z.strictObject({ result: z.number(), unit: z.string(), dimension: z.string() }),
  handler: ({ value, from, to }) => {
    const [source, target] = [requireUnit('from', from), requireUnit('to', to)];
    if (source.dimension !== target.dimension) {
      const choices = listUnits(source.dimension).join(', ');
      const message = `A ${source.dimension} cannot become a ${target.dimension}. Choose "to" from ${choices}.`;
      throw new ToolError(message, { changedNothing: true });
    }
    const base = (value + (source.offset ?? 0)) * source.factor;
    const result = base / target.factor - (target.offset ?? 0);
    return { result: tidy(result), unit: target.symbol, dimension: target.dimension };
  },
});

function requireUnit(field: 'from' | 'to', name: string): Unit {
  const unit = findUnit(name);
  if (unit !== undefined) return unit;
  const message = `The unit in "${field}" is not known. Known are ${listUnits().join(', ')}.`;
  throw new ToolError(message, { changedNothing: true });
}

/** Twelve digits are more than any of the factors deserve, and hide the dust of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
