import { defineTool, type JsonValue, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { ResultBudget } from '../result-budget.ts';
import { parseJsonText } from './parse-json-text.ts';

const MAX_STEPS = 32;

/** Takes parts out of JSON. */
export const queryJson = defineTool({
  name: 'query_json',
  title: 'Query JSON',
  description:
    'Takes values out of a JSON document by a path in the form of a JSON Pointer, where * stands for every item or ' +
    'property: "/users/0/name" is one name, "/users/*/name" is the name of each user, "" is the whole document.',
  version: '1.0.0',
  tags: ['json', 'data'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    json: z.string().max(500_000).describe('The document, as JSON text.'),
    path: z
      .string()
      .max(2_000)
      .describe('Where to look. In a step, ~1 stands for a slash and ~0 for a tilde.'),
    limit: z.int().min(1).max(1_000).default(100).describe('How many values to give at most.'),
  }),
  outputSchema: z.strictObject({
    matches: z.array(z.strictObject({ path: z.string(), value: z.unknown() })),
    total: z.int(),
  }),
  handler: ({ json, path, limit }) => {
    let found: readonly Match[] = [{ path: '', value: parseJsonText(json) }];
    for (const step of readSteps(path)) found = found.flatMap((match) => follow(match, step));
    const matches = found.slice(0, limit);
    const budget = new ResultBudget('Ask for fewer values by a lower limit or a narrower path.');
    for (const match of matches) budget.takeJson(match);
    return { matches: matches.map((match) => ({ ...match })), total: found.length };
  },
});

type Match = { readonly path: string; readonly value: JsonValue };

function readSteps(path: string): readonly string[] {
  if (path === '') return [];
  const [start, ...steps] = path.split('/');
  if (start !== '') throw new ToolError('A path is empty or begins with "/".', { changedNothing: true });
  if (steps.length > MAX_STEPS) {
    throw new ToolError(`A path has at most ${MAX_STEPS} steps.`, { changedNothing: true });
  }
  return steps;
}

function follow({ path, value }: Match, step: string): readonly Match[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).map(([key, item]) => ({ key, item }));
  const wanted = step === '*' ? entries : pick(value, unescapeStep(step));
  return wanted.map(({ key, item }) => ({ path: `${path}/${escapeStep(key)}`, value: item }));
}

/** Own properties only: neither `length` nor `constructor` is part of a document. */
function pick(value: object, key: string): readonly { readonly key: string; readonly item: JsonValue }[] {
  const isItem = Array.isArray(value) ? /^(?:0|[1-9]\d{0,9})$/.test(key) : true;
  if (!isItem || !Object.hasOwn(value, key)) return [];
  return [{ key, item: (value as Readonly<Record<string, JsonValue>>)[key] ?? null }];
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
