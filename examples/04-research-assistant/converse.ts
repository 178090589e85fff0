import { readLine } from './terminal/read-line.ts';
import type { Screen } from './terminal/screen.ts';

/**
 * Asks what the person types, line by line, until they leave with Ctrl-C or Ctrl-D. For an empty line the next
 * suggestion is asked.
 */
export async function converse(
  screen: Screen,
  suggestions: readonly string[],
  ask: (question: string) => Promise<unknown>,
): Promise<void> {
  const left = [...suggestions];
  for (;;) {
    const [suggestion] = left;
    screen.line();
    if (suggestion !== undefined) screen.flow(`Just press Enter to ask: ${suggestion}\n`);
    const line = await readLine({ prompt: screen.paint('bold', '> ') });
    if (line === undefined) break;
    const question = line.trim() || left.shift();
    if (question !== undefined) await ask(question);
  }
  screen.line();
}
