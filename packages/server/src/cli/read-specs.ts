import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { ToolcribError } from 'toolcrib';
import { isRecord, type JsonRecord } from './client/json-fields.ts';

const moduleExtensions = new Set(['.ts', '.mts', '.js', '.mjs']);

/** Gives the specs of the tools of a module. */
export type LoadSpecs = (file: string) => Promise<readonly JsonRecord[]>;

/**
 * The specs in a file: one, a list, or `{ "specs": [...] }` in JSON, or those of the tools of a module. Whether they are
 * any good is for the catalogue.
 *
 * @throws ToolcribError `E_INVALID_SPEC` naming the file.
 */
export async function readSpecs(
  file: string,
  cwd: string,
  loadSpecs: LoadSpecs,
): Promise<readonly JsonRecord[]> {
  const path = resolve(cwd, file);
  if (moduleExtensions.has(extname(path))) return await loadSpecs(path);
  const value = parse(await readText(path, file), file);
  const list =
    isRecord(value) && Array.isArray(value.specs) ? value.specs : Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every(isRecord)) {
    throw new ToolcribError(
      'E_INVALID_SPEC',
      `${file} has no spec in it: an object with a name and an inputSchema.`,
    );
  }
  return list;
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ToolcribError('E_INVALID_SPEC', `${file} cannot be read.`, { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no JSON';
    throw new ToolcribError('E_INVALID_SPEC', `${file} is not valid JSON: ${why}.`, { cause: error });
  }
}
