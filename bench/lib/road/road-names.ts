/** The roads that `bench/road.ts` follows, from the shortest to the longest. */
export const roadNames = [
  'define',
  'register',
  'publish',
  'seal',
  'direct call',
  'turn step',
  'HTTP call',
  'MCP call',
] as const;

export type RoadName = (typeof roadNames)[number];
