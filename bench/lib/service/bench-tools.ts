// A module of tools for `toolcrib serve --tools`: as many as BENCH_TOOLS says, which do nothing.
import { defineTool, type Tool } from 'toolcrib';
import { createDefinitions } from '../definitions.ts';

export const tools: readonly Tool[] = createDefinitions(Number(process.env.BENCH_TOOLS)).map(
  ({ name, description, json, handler }) =>
    // Nobody is asked before a tool that only reads.
    defineTool({ name, description, effect: 'read', inputSchema: json, handler }),
);
