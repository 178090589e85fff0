import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Adds a line to a file, which is on the disk when this returns. */
export function appendLine(path: string, line: string): void {
  const file = openSync(path, 'a');
  try {
    writeSync(file, `${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The lines of a file; none if it is absent. A last one without its end was never acknowledged. */
export function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
