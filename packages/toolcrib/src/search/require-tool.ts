import { cutText } from '../core/cut-text.ts';
import { invalidOption } from './invalid-option.ts';
import type { SearchScope } from './search-hit.ts';
import type { SearchableTool } from './searchable-tool.ts';

/** @throws ConfigError `E_INVALID_OPTION` for what an index cannot read. */
export function requireTool(tool: SearchableTool): void {
  const { name, id, title, description, source, tags, inputSchema } = Object(tool) as Unchecked;
  if (typeof name !== 'string') throw invalidOption('tool', 'must be a tool, with a name that is a text');
  const texts = { id, title, description, source };
  for (const [field, text] of Object.entries(texts))
    if (!isTextOrNone(text)) throw wrong(name, field, 'text');
  if (tags !== undefined && !(Array.isArray(tags) && [...tags].every((tag) => typeof tag === 'string'))) {
    throw wrong(name, 'tags', 'list of texts');
  }
  if (inputSchema !== undefined && (typeof inputSchema !== 'object' || inputSchema === null)) {
    throw wrong(name, 'inputSchema', 'object');
  }
}

/** The id of what names a tool in `within`. @throws ConfigError `E_INVALID_OPTION` if nothing is named. */
export function readScope(scope: SearchScope): string {
  const { name, id } = Object(scope) as Unchecked;
  if (typeof name === 'string' && isTextOrNone(id)) return id ?? name;
  throw invalidOption('within', 'must be a list of tools, each with a name that is a text');
}

type Unchecked = Partial<Record<keyof SearchableTool, unknown>>;

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function wrong(name: string, field: string, expected: string) {
  return invalidOption(
    'tool',
    `called ${JSON.stringify(cutText(name))} has a field ${field} that is no ${expected}`,
  );
}
