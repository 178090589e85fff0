import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ErrorCode, ToolcribError } from 'toolcrib';
import type { CliIo } from './cli-io.ts';

/**
 * The JSON of a file that was named, or of standard input for `-`.
 *
 * @throws ToolcribError with the code that is given, which says whether the file or the JSON in it is the trouble.
 */
export async function readJsonFile(
  { cwd, stdin }: Pick<CliIo, 'cwd' | 'stdin'>,
  { file, code }: { readonly file: string; readonly code: ErrorCode },
): Promise<unknown> {
  const text = await (file === '-' ? stdin.read() : readFile(resolve(cwd, file), 'utf8')).catch(
    (cause: unknown) => {
      throw new ToolcribError(code, `${file} cannot be read${describe(cause)}.`, { cause });
    },
  );
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolcribError(code, `${file} isn't valid JSON.`, { cause });
  }
}

/** What the system says of it. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return ': there is no such file';
  return typeof code === 'string' ? ` (${code})` : '';
}
