/** Changes that no test can notice, because they change nothing that can be seen, and why. */
export const explainedMutants: Readonly<Record<string, string>> = {
  'packages/toolcrib/src/core/pattern/pair-graph.ts: 0 → 1 in #moves = 0;':
    'a budget of many thousand steps that is one step shorter',
};
