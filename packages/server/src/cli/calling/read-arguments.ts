import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ToolcribError } from 'toolcrib';
import { parseStrictJson } from 'toolcrib/runtime';
import type { CliIo } from '../cli-io.ts';
import { isRecord, type JsonRecord } from '../client/json-fields.ts';
import { toArgumentValue } from './to-argument-value.ts';

/** More than any service takes. */
const MAX_JSON_CHARS = 67_108_864;

/** What was typed after the name of a tool. */
export interface TypedArguments {
  /** One JSON object, `-`, or `key=value` and `key:=json`. */
  readonly words: readonly string[];
  readonly argsFile: string | undefined;
  readonly io: Pick<CliIo, 'stdin' | 'cwd'>;
  /** The input schema of the tool, if it can be had; asked for only where it matters. */
  readonly inputSchema: () => Promise<JsonRecord | undefined>;
}

/** @throws ToolcribError `E_INVALID_REQUEST` saying which word cannot be read. */
export async function readArguments({
  words,
  argsFile,
  io,
  inputSchema,
}: TypedArguments): Promise<JsonRecord> {
  const [first, ...rest] = words;
  if (argsFile !== undefined) {
    if (first !== undefined) throw invalid('Give the arguments in a file or on the line, not both.');
    return parseObject(await readArgsFile(resolve(io.cwd, argsFile)), argsFile);
  }
  if (first === undefined) return {};
  if (first === '-' || first.trimStart().startsWith('{')) {
    if (rest.length > 0)
      throw invalid(`Nothing can follow the JSON of the arguments: ${JSON.stringify(rest[0])}.`);
    return first === '-'
      ? parseObject(await io.stdin.read(), 'standard input')
      : parseObject(first, 'what was typed');
  }
  return await readPairs(words, inputSchema);
}

async function readPairs(
  words: readonly string[],
  inputSchema: TypedArguments['inputSchema'],
): Promise<JsonRecord> {
  const pairs = words.map(splitPair);
  const schema = pairs.some(({ isJson }) => !isJson) ? await inputSchema() : undefined;
  const properties = isRecord(schema?.properties) ? schema.properties : {};
  const values = new Map<string, unknown>();
  for (const { key, text, isJson } of pairs) {
    const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const isList = isArraySchema(declared);
    const value = isJson ? parseJson(text, `the value of ${key}`) : toArgumentValue(text, declared);
    const before = values.get(key);
    if (!values.has(key)) values.set(key, isList && !isJson && !Array.isArray(value) ? [value] : value);
    else
      values.set(key, [
        ...(Array.isArray(before) ? before : [before]),
        ...(Array.isArray(value) ? value : [value]),
      ]);
  }
  return Object.fromEntries(values);
}

function splitPair(word: string): { readonly key: string; readonly text: string; readonly isJson: boolean } {
  const at = word.indexOf('=');
  const isJson = at > 0 && word[at - 1] === ':';
  const key = word.slice(0, isJson ? at - 1 : Math.max(at, 0));
  if (key === '') {
    throw invalid(`An argument is written key=value, or key:=json; ${JSON.stringify(word)} is neither.`);
  }
  return { key, text: word.slice(at + 1), isJson };
}

function isArraySchema(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'array';
}

async function readArgsFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ToolcribError('E_INVALID_REQUEST', `The file ${path} cannot be read.`, { cause: error });
  }
}

function parseObject(text: string, source: string): JsonRecord {
  const value = parseJson(text, source);
  if (isRecord(value)) return value;
  throw invalid(`The arguments are one JSON object; ${source} is something else.`);
}

/** As strictly as the call path reads it: a name that comes twice is refused here already. */
function parseJson(text: string, source: string): unknown {
  const outcome = parseStrictJson(text, { maxChars: MAX_JSON_CHARS });
  if (outcome.ok) return outcome.value;
  const why = outcome.issues
    .map(({ path, message }) => [path.join('.'), message].join(' ').trim())
    .join('; ');
  throw invalid(`There is no valid JSON in ${source}: ${why}.`);
}

function invalid(message: string): ToolcribError {
  return new ToolcribError('E_INVALID_REQUEST', message);
}
