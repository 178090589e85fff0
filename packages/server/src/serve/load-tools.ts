import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ConfigError, Tool } from 'toolcrib';
import { shareLibrary } from './share-library.ts';

/** Tools, and where they came from, for people. */
export type ToolSource = { readonly source: string; readonly tools: readonly Tool[] };

/**
 * Loads modules and takes every tool that they export, alone or in arrays, under any name. TypeScript is run as Node does it:
 * types are taken out.
 *
 * @throws ConfigError `E_INVALID_OPTION` for a module that is not there, cannot be loaded, or exports no tool.
 */
export async function loadTools(files: readonly string[]): Promise<readonly ToolSource[]> {
  const unshare = files.length === 0 ? undefined : shareLibrary();
  try {
    const sources: ToolSource[] = [];
    // One after the other, so that the first broken one is reported.
    for (const file of files) sources.push({ source: file, tools: findTools(file, await load(file)) });
    return sources;
  } finally {
    unshare?.();
  }
}

/** @throws ConfigError `E_TOOL_ALREADY_REGISTERED` if two have one name, saying where both came from. */
export function joinTools(sources: readonly ToolSource[]): readonly Tool[] {
  const owners = new Map<string, string>();
  return sources.flatMap(({ source, tools }) => {
    for (const { name } of tools) {
      const other = owners.get(name);
      if (other !== undefined) {
        const message = `There are two tools "${name}": one from ${other}, one from ${source}. Rename one of them.`;
        throw new ConfigError('E_TOOL_ALREADY_REGISTERED', message, { context: { toolName: name } });
      }
      owners.set(name, source);
    }
    return tools;
  });
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() !== true) throw refuse(file, 'is not there, or is no file');
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    throw refuse(file, describeFailure(cause), cause);
  }
}

/** The same tool may be exported twice, by name and as the default. */
function findTools(file: string, exported: Readonly<Record<string, unknown>>): readonly Tool[] {
  const values = Object.values(exported).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const tools = [...new Set(values.filter(Tool.isTool))];
  if (tools.length > 0) return tools;
  throw values.some(looksLikeTool)
    ? refuse(
        file,
        'exports tools that were made with another copy of the library "toolcrib" than this service has',
      )
    : refuse(file, 'exports no tool. Export what defineTool() gives, alone or in an array');
}

function looksLikeTool(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'inputSchema' in value && 'executor' in value;
}

/** It is the operator's own code, on the operator's own screen: what it says of itself may be told. */
function describeFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return 'threw something while it was loaded';
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND') return `imports something that is not there: ${cause.message}`;
  const isSyntax = cause instanceof SyntaxError || String(code).endsWith('TYPESCRIPT_SYNTAX');
  return `${isSyntax ? 'has a syntax error' : 'failed while it was loaded'}: ${cause.message}`;
}

function refuse(file: string, problem: string, cause?: unknown): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The module ${file} ${problem.replace(/\.$/, '')}.`, {
    context: { file },
    cause,
  });
}
