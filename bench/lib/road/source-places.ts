import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/lib/repository.ts';

/** Tells which source file of the repository a place in running code was built from. */
export class SourcePlaces {
  readonly #files = new Map<string, CodeFile | undefined>();

  /** The source file, relative to the repository; undefined if the code isn't from a package of the repository. */
  find(url: string, offset: number): string | undefined {
    const file = this.#fileOf(url);
    if (file === undefined) return undefined;
    if (file.map === undefined) return file.path;
    const { line, column } = placeAt(file.lineStarts, offset);
    const entry = file.map.findEntry(line, column);
    if (!('originalSource' in entry)) return file.path;
    return relative(root, resolve(dirname(`${root}/${file.path}`), entry.originalSource));
  }

  #fileOf(url: string): CodeFile | undefined {
    if (!this.#files.has(url)) this.#files.set(url, readFile(url));
    return this.#files.get(url);
  }
}

interface CodeFile {
  /** Relative to the repository. */
  readonly path: string;
  /** Absent if the code runs as it was written. */
  readonly map: SourceMap | undefined;
  readonly lineStarts: readonly number[];
}

function readFile(url: string): CodeFile | undefined {
  if (!url.startsWith('file:')) return undefined;
  const file = fileURLToPath(url);
  const path = relative(root, file);
  if (!path.startsWith('packages/') || path.includes('node_modules/')) return undefined;
  const text = readFileSync(file, 'utf8');
  const map = existsSync(`${file}.map`)
    ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    : undefined;
  return { path, map, lineStarts: findLineStarts(text) };
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function placeAt(
  lineStarts: readonly number[],
  offset: number,
): { readonly line: number; readonly column: number } {
  const line = lineStarts.findLastIndex((start) => start <= offset);
  return { line, column: offset - (lineStarts[line] ?? 0) };
}
