import { expect, it } from 'vitest';
import type { LogFacts } from '../operations/log.ts';
import { silentLog } from '../operations/silent-log.ts';
import { PublishReporter } from './publish-reporter.ts';

it('does not say that tools were published if all were refused, and says what to do', () => {
  const lines: [level: string, message: string, facts: LogFacts | undefined][] = [];
  const reporter = new PublishReporter({
    ...silentLog,
    info: (message, facts) => void lines.push(['info', message, facts]),
    warn: (message, facts) => void lines.push(['warn', message, facts]),
  });
  const refused = [{ name: 'greet', code: 'E_VERSION_CONFLICT', message: 'It is there.' } as const];

  reporter.tell('default', { published: [], unchanged: [], drafts: [], refused });
  reporter.conclude();

  expect(lines).toEqual([
    [
      'warn',
      'a tool was not published',
      {
        ...{ tenant: 'default', toolName: 'greet', code: 'E_VERSION_CONFLICT' },
        hint: expect.stringContaining('Raise the version'),
      },
    ],
    ['warn', 'the tools were not published to every tenant', expect.objectContaining({ refused: 1 })],
  ]);
});
