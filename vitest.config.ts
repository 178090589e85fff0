import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that start processes, measure memory, replace globals of the machine, or load whole frameworks. */
const apart = [
  'test/*.test.ts',
  'test/{adapters,bench,call-path,catalog,catalog-crash,cli,compat,crash,examples,postgres,service}/**/*.test.ts',
];

const common = {
  // As `imports` of the library's package.json, but of its sources.
  alias: { '#hash': join(import.meta.dirname, 'packages/toolcrib/src/platform/hash-node.ts') },
  // Properties and compilers take seconds on a busy machine; nothing here waits for time to pass.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // Also on two cores, where one would be left idle: many files wait for processes and databases.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  setupFiles: ['test/fail-on-console.ts', 'test/seed-properties.ts'],
};

export default defineConfig({
  test: {
    globalSetup: ['test/postgres/global-setup.ts'],
    maxWorkers: common.maxWorkers,
    projects: [
      { test: { ...common, name: 'apart', include: apart } },
      {
        test: {
          ...common,
          name: 'together',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...apart],
          // To load modules anew for each file takes longer than most tests. A test puts back what it replaces.
          isolate: false,
        },
      },
    ],
  },
});
