import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { SearchableTool } from '../searchable-tool.ts';

/** Where a tool can have a word. */
export type ToolField = 'name' | 'title' | 'description' | 'parameters' | 'parameter texts' | 'tags';

/** The fields in the order in which an index keeps them. */
export const toolFields = Object.freeze([
  'name',
  'title',
  'description',
  'parameters',
  'parameter texts',
  'tags',
] as const satisfies readonly ToolField[]);

/** The texts of each field. Neighbours in different texts are no neighbours. */
export type ToolTexts = Readonly<Record<ToolField, readonly string[]>>;

/** Schemas inside a schema that describe the same value, or a part of it. */
const SINGLE = ['items', 'additionalProperties', 'not', 'then', 'else'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const MAPS = ['$defs', 'definitions'] as const;

/** What of a huge schema is read: nobody searches for more, and a hostile one must not fill the index. */
const MAX_DEPTH = 8;
const MAX_TEXTS = 500;
const MAX_CHOICES = 50;
const MAX_NAME = 500;
const MAX_TAGS = 100;
const MAX_SCHEMAS = 5_000;
const MAX_CHARACTERS = 20_000;

/** What is searched of a tool, by field. */
export function readToolTexts(tool: SearchableTool): ToolTexts {
  const parameters = new ParameterTexts();
  if (tool.inputSchema !== undefined) parameters.read(tool.inputSchema, 0);
  const { names, texts } = parameters;
  return {
    name: [tool.name.slice(0, MAX_NAME)],
    title: present(tool.title?.slice(0, MAX_NAME)),
    description: present(tool.description?.slice(0, MAX_CHARACTERS)),
    parameters: names,
    'parameter texts': texts,
    tags: [...(tool.tags ?? []).slice(0, MAX_TAGS), ...present(tool.source)].map((tag) =>
      tag.slice(0, MAX_NAME),
    ),
  };
}

function present(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [text];
}

/** Collects what a schema says of its parameters. */
class ParameterTexts {
  readonly names: string[] = [];
  readonly texts: string[] = [];
  #characters = 0;
  #schemas = 0;

  read(schema: JsonValue, depth: number): void {
    if (!isJsonObject(schema) || depth > MAX_DEPTH || this.#schemas++ > MAX_SCHEMAS) return;
    if (isJsonObject(schema.properties)) {
      for (const [name, property] of Object.entries(schema.properties)) {
        if (this.names.length >= MAX_TEXTS) return;
        this.names.push(name.slice(0, MAX_NAME));
        this.#readTexts(property);
        this.read(property, depth + 1);
      }
    }
    for (const keyword of SINGLE) this.#readPart(schema[keyword], depth);
    for (const keyword of LISTS) {
      const parts = schema[keyword];
      if (Array.isArray(parts)) for (const part of parts) this.#readPart(part, depth);
    }
    for (const keyword of MAPS) {
      const parts = schema[keyword];
      if (isJsonObject(parts)) for (const part of Object.values(parts)) this.#readPart(part, depth);
    }
  }

  #readPart(part: JsonValue | undefined, depth: number): void {
    if (!isJsonObject(part)) return;
    this.#readTexts(part);
    this.read(part, depth + 1);
  }

  #readTexts(schema: JsonValue): void {
    if (!isJsonObject(schema)) return;
    const { title, description, enum: choices } = schema;
    for (const text of [title, description]) if (typeof text === 'string') this.#add(text);
    if (!Array.isArray(choices)) return;
    for (const choice of choices.slice(0, MAX_CHOICES)) if (typeof choice === 'string') this.#add(choice);
  }

  #add(text: string): void {
    if (this.texts.length > MAX_TEXTS || this.#characters > MAX_CHARACTERS) return;
    this.#characters += text.length;
    this.texts.push(text.slice(0, MAX_CHARACTERS));
  }
}
