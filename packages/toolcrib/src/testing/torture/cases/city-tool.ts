import type { TortureTool } from '../torture-subject.ts';

/** The arguments of a sane call of a city tool. */
export const cityArgs: Readonly<Record<string, unknown>> = Object.freeze({ city: 'Bern' });

/** A tool that is sane but for what a case changes. */
export function cityTool(changes: Partial<TortureTool>): TortureTool {
  return {
    name: 'look_up_city',
    description: 'Looks up a city.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
    handler: () => 'Bern lies on the Aare.',
    ...changes,
  };
}
