import { describe, FieldReader } from '../field-reader.ts';
import { countJsonKeys } from './count-json-keys.ts';
import { readToolsetContent } from './read-toolset-content.ts';
import { failIn } from './read-toolset-definition.ts';
import type { ToolsetContent } from './toolset.ts';
import { refuseToolset } from './toolset-errors.ts';

const MAX_TEXT_LENGTH = 8_388_608;

/** The text of a toolset, the same for the same content, with a line for each thing that a review is about. */
export function formatToolset({ definition, pins, setDigest }: ToolsetContent): string {
  return `${JSON.stringify({ exportVersion: 1, definition, pins, setDigest }, null, 2)}\n`;
}

/** @throws ConfigError `E_INVALID_TOOLSET` with `context.path`. */
export function parseToolset(text: unknown): ToolsetContent {
  if (typeof text !== 'string') return refuseToolset('', `must be a text, not ${describe(text)}`);
  if (text.length > MAX_TEXT_LENGTH) refuseToolset('', `has more than ${MAX_TEXT_LENGTH} characters`);
  const value = parseJson(text);
  const fields = ['exportVersion', 'definition', 'pins', 'setDigest'] as const;
  const read = new FieldReader(value, fields, failIn(refuseToolset, ''));
  if (read.get('exportVersion') !== 1) read.wrong('exportVersion', '1');
  const content = readToolsetContent(read, refuseToolset);
  // Of two equal keys the parser keeps the last, and a reader may see the first.
  if (countJsonKeys(text) !== countKeys(value)) refuseToolset('', 'has a key twice in one object');
  return content;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text.
    return refuseToolset('', 'must be JSON');
  }
}

/** Only called for what was read, which is not deep. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: unknown[] = Object.values(value);
  return items.reduce<number>((sum, item) => sum + countKeys(item), Array.isArray(value) ? 0 : items.length);
}
