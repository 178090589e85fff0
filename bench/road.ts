// How long the road of a call is: the source files that it enters, in order, and what it makes on its way.
//
//     node bench/road.ts [--only "MCP call,direct call"] [--no-files]
//
// Everything is counted, when it was done often before; nothing is timed, so that the figures are the same on a busy machine.
import { parseArgs } from 'node:util';
import { buildLibrary } from '../scripts/lib/build-library.ts';
import { buildServer } from '../scripts/lib/build-server.ts';
import type { Road } from './lib/road/measure-road.ts';
import { type RoadName, roadNames } from './lib/road/road-names.ts';
import { runChild } from './lib/run-child.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, files: { type: 'boolean', default: true } },
  allowNegative: true,
});
const chosen = values.only === undefined ? roadNames : values.only.split(',').map(toName);

await buildLibrary();
await buildServer();
const roads: (readonly [RoadName, Road])[] = [];
console.log(`${'road'.padEnd(12)}  files  function entries  promises  objects   bytes`);
for (const name of chosen) {
  const road = await runChild<Road>('road', { name });
  roads.push([name, road]);
  const { files, entries, promises, objects, bytes } = road;
  const cells = [files.length, entries, promises, objects, bytes].map((value) =>
    Math.round(value).toLocaleString('en-US'),
  );
  const widths = [5, 16, 8, 7, 6];
  console.log([name.padEnd(12), ...cells.map((cell, index) => cell.padStart(widths[index] ?? 0))].join('  '));
}
if (values.files) for (const [name, { files }] of roads) console.log(`\n${name}\n  ${files.join('\n  ')}`);

function toName(name: string): RoadName {
  const known = roadNames.find((road) => road === name);
  if (known === undefined) throw new Error(`Unknown road "${name}". Choose from ${roadNames.join(', ')}.`);
  return known;
}
