import { jsonSchema, ToolRegistry } from 'toolcrib';
import { createDefinitions } from '../lib/definitions.ts';
import { definePlainTools } from '../lib/floor.ts';
import { createTool } from '../lib/ours.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';

interface Input {
  readonly count: number;
  readonly effort: Effort;
}

/** Defines tools with JSON Schemas and puts them into a registry. */
export async function measure({ count, effort }: Input): Promise<Sample[]> {
  const definitions = createDefinitions(count);
  const prepared = definitions.map((definition) => ({ definition, schema: jsonSchema(definition.json) }));

  const sides: Side[] = [
    { name: 'floor', run: () => definePlainTools(definitions) },
    {
      name: 'prebuilt',
      run: () => new ToolRegistry(prepared.map(({ definition, schema }) => createTool(definition, schema))),
    },
    {
      name: 'literals',
      run: () => new ToolRegistry(definitions.map((definition) => createTool(definition, definition.json))),
    },
  ];
  return measureRoundRobin(sides, effort);
}
