import { vi } from 'vitest';

const methods = ['warn', 'error', 'log'] as const;

/** Keeps what a framework prints out of a test, until its end. */
export function muteConsole(): { end(): void } {
  const { console } = globalThis;
  const mocks = methods.map((method) => vi.mocked(console[method]).mockImplementation(() => undefined));
  return {
    end: () => {
      for (const mock of mocks) mock.mockClear();
    },
  };
}
