import { defineTool, type InputSchema, type Tool } from 'toolcrib';

/** What the bench knows of a tool besides its schema. */
interface Texts {
  readonly name: string;
  readonly description: string;
  handler(args: unknown): string | Promise<string>;
}

/** A tool of ours; its type is erased, as the schemas are made by a loop. */
export function createTool({ name, description, handler }: Texts, inputSchema: InputSchema): Tool {
  return defineTool({ name, description, inputSchema, handler });
}
