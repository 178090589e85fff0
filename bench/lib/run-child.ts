import { fork } from 'node:child_process';
import { join } from 'node:path';

const entry = join(import.meta.dirname, 'child-entry.ts');
/** The collector runs between batches, and must not throw away the code of a side that waits for its turn. */
const flags = ['--expose-gc', '--no-flush-bytecode', '--max-old-space-size=4096', '--no-warnings'];

/**
 * Runs `measure(input)` of a file of `children/` in a process of its own and gives back what it gives.
 * What the child prints is only shown when it fails.
 */
export function runChild<Output>(name: string, input: unknown): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = fork(entry, [name, JSON.stringify(input)], { execArgv: flags, stdio: 'pipe' });
    let printed = '';
    let answer: { output: Output } | undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.on('message', (message) => {
      // What child-entry.ts sends, which is what the file of that name measures.
      answer = message as { output: Output };
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && answer !== undefined) resolve(answer.output);
      else reject(new Error(`children/${name}.ts ended with code ${code}.\n${printed.trimEnd()}`));
    });
  });
}
