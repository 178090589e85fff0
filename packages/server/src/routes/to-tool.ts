import type { Tool } from 'toolcrib';
import type { z } from 'zod';
import type { tool as toolSchema } from './schemas/tool.ts';

/** A tool as whoever may call it is told of it. Its handler's concerns, such as deadlines, are left out. */
export function toTool(tool: Tool): z.input<typeof toolSchema> {
  return {
    name: tool.name,
    title: tool.title ?? null,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
    version: tool.version ?? null,
    tags: [...tool.tags],
    effect: tool.effect,
    requires: [...tool.requires],
    ...(tool.gateTimeoutMs !== undefined && { gateTimeoutMs: tool.gateTimeoutMs }),
    digest: tool.digest,
    authorityDigest: tool.authorityDigest,
  };
}
