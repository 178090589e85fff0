import { shortestTimeout } from '../../core/shortest-timeout.ts';
import type { ToolsetDefinition, ToolsetEntry } from './toolset.ts';

/** The entries of a toolset, each with what the toolset says of all its tools. */
export function toolsetEntries({ tools, gateTimeoutMs }: ToolsetDefinition): readonly ToolsetEntry[] {
  if (gateTimeoutMs === undefined) return tools;
  return tools.map((entry) =>
    Object.freeze({
      ...entry,
      policy: Object.freeze({
        ...entry.policy,
        gateTimeoutMs: shortestTimeout(gateTimeoutMs, entry.policy?.gateTimeoutMs) ?? gateTimeoutMs,
      }),
    }),
  );
}
