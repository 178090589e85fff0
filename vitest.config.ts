import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Properties and compilers take seconds on a busy machine; nothing here waits for time to pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['test/postgres/global-setup.ts'],
    setupFiles: ['test/fail-on-console.ts', 'test/seed-properties.ts'],
  },
});
