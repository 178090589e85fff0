import type { RetrievalTool } from './retrieval-set.ts';

/** The texts of a tool that can be searched. */
export interface ToolTexts {
  readonly name: string;
  readonly description: string;
  /** Names and descriptions of the parameters, of nested ones too. */
  readonly parameters: string;
  readonly tags: string;
}

export function toToolTexts({ name, description, parameters, tags = [] }: RetrievalTool): ToolTexts {
  const words: string[] = [];
  collectParameters(parameters, words);
  return { name, description, parameters: words.join(' '), tags: tags.join(' ') };
}

/** Where a JSON Schema has schemas within schemas, other than its properties. */
const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

function collectParameters(schema: unknown, words: string[]): void {
  if (Array.isArray(schema)) for (const part of schema) collectParameters(part, words);
  if (!isRecord(schema)) return;
  if (isRecord(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      words.push(name);
      if (isRecord(property) && typeof property.description === 'string') words.push(property.description);
      collectParameters(property, words);
    }
  }
  for (const keyword of inner) collectParameters(schema[keyword], words);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
