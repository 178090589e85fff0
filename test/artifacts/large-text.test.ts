import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { LargeTextReport } from './large-text-child.ts';

const CHILD = fileURLToPath(new URL('./large-text-child.ts', import.meta.url));

async function askLargeTexts(): Promise<LargeTextReport> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--expose-gc', CHILD], { timeout: 110_000 });
  return JSON.parse(stdout);
}

describe('texts of 100 MB, one of lines and one of a single line', () => {
  it('[A2, A3] can be asked everything, in memory that does not grow with them', async () => {
    const { answers, growth, ticks, late } = await askLargeTexts();

    expect(answers.head).toContain(
      '"0":\nLine 1, bytes 0 to 77 of 100000000. There is more. Continue with artifact_cat, from: 2.\n',
    );
    expect(answers.head).toContain('"1":\nThe beginning of line 1, bytes 0 to');
    expect(answers.tail).toContain('of 100000000. There is more before it. Continue with before: 99999');
    expect(answers.cat).toMatch(/^Line 1000000, bytes 76999923 to 77000000 of .*\nThe quick .* Yes!\r\n$/);
    expect(answers.bytes).toContain(
      'bytes 99999990 to 100000000 of 100000000. This is the end of the text.\n',
    );
    expect(answers.count).toContain('"0":\n1298702 lines.');
    expect(answers.count).toContain('"1":\n1 line.');
    expect(answers.tokens).toContain('About 25000000 tokens');
    expect(answers.length).toContain('100000000 bytes.');
    expect(answers.inLines).toBe('No matches. Everything was searched.');
    expect(answers.inOneLine).toBe('No matches. Everything was searched.');
    expect(answers.many).toContain('"0":\n3 matches. There is more. Continue with from: 4.\n1: The quick');
    expect(answers.many).toMatch(
      /"1":\n3 matches\. There is more\. Continue with fromByte: \d+\.\n1: The quick/,
    );
    expect(late).toMatchObject({ fromByte: expect.any(Number) });
    expect(growth).toBeLessThan(80_000_000);
    // Every scan alone takes long enough for many.
    expect(ticks).toBeGreaterThan(20);
  });
});
