// A module of tools for `toolcrib serve --tools`: as many as BENCH_TOOLS says, which do nothing.
import { defineTool, type Tool } from 'toolcrib';
import { createDefinition } from '../json-definitions.ts';

export const tools: readonly Tool[] = Array.from({ length: Number(process.env.BENCH_TOOLS) }, (_, index) => {
  const { name, description, json, handler } = createDefinition(index);
  // Nobody is asked before a tool that only reads.
  return defineTool({ name, description, effect: 'read', inputSchema: json, handler });
});
