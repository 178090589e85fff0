import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Properties and compilers take seconds on a busy machine; nothing here waits for time to pass.
    testTimeout: 120_000,
    // Also on two cores, where one would be left idle: many files wait for processes and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    hookTimeout: 120_000,
    globalSetup: ['test/postgres/global-setup.ts'],
    setupFiles: ['test/fail-on-console.ts', 'test/seed-properties.ts'],
  },
});
