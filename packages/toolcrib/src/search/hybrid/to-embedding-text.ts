import { isJsonObject } from '../../core/json.ts';
import { requireTool } from '../require-tool.ts';
import type { SearchableTool } from '../searchable-tool.ts';
import { splitHumps } from '../text/split-humps.ts';

/** How much of a tool is embedded. Most models read no more than about 500 tokens. */
export const MAX_EMBEDDED_CHARACTERS = 2_000;

/**
 * The text of a tool that is embedded: the words of its name, its title, its description, and its parameters with what they
 * say of themselves, a line each, in this order and cut after 2,000 characters. For whoever makes vectors beforehand: an
 * `embed` function that looks them up is given this very text.
 *
 * @throws ConfigError `E_INVALID_OPTION` for what is no tool.
 */
export function toEmbeddingText(tool: SearchableTool): string {
  requireTool(tool);
  const lines = new Lines();
  // Models refuse a text without a letter, and a name is never empty.
  lines.add(toWords(tool.name) || tool.name);
  if (tool.title !== undefined) lines.add(tool.title);
  if (tool.description !== undefined) lines.add(tool.description);
  const properties = tool.inputSchema?.properties;
  if (isJsonObject(properties)) {
    for (const name in properties) {
      if (lines.isFull) break;
      const property = properties[name];
      const description = isJsonObject(property) ? property.description : undefined;
      lines.add(typeof description === 'string' ? `${toWords(name)}: ${cut(description)}` : toWords(name));
    }
  }
  return lines.text;
}

/** The beginning of a text, without half a character at its end. */
export function cut(text: string, length: number = MAX_EMBEDDED_CHARACTERS): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

const JOINT = /[_\-./:]+/g;

/** A name as somebody would say it. */
function toWords(name: string): string {
  return splitHumps(cut(name)).replace(JOINT, ' ').trim();
}

/** Lines up to a length. What comes after is not even put together. */
class Lines {
  readonly #lines: string[] = [];
  #left = MAX_EMBEDDED_CHARACTERS;

  get isFull(): boolean {
    return this.#left <= 0;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  add(line: string): void {
    const kept = cut(line.trim(), this.#left);
    if (this.isFull || kept === '') return;
    this.#lines.push(kept);
    this.#left -= kept.length + 1;
  }
}
