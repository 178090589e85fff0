import type { ToolLook } from './look-at-tool.ts';
import type { Permissions } from './permissions.ts';
import type { PreflightCheck } from './preflight-report.ts';
import { similarNames } from './similar-names.ts';

const MAX_SUGGESTIONS = 3;

/** What is told of a tool to a caller, and of other tools only what they may use. */
export async function judgeTool(
  { entry, isThere, verdict, replacement }: ToolLook,
  permissions: Permissions,
  usable: readonly string[],
): Promise<PreflightCheck> {
  const { name, version, digest } = entry;
  const locked = { name, ...(version !== undefined && { lockedVersion: version }), locked: digest };
  if (!isThere) {
    const didYouMean = await permissions.firstAllowed(similarNames(name, usable), MAX_SUGGESTIONS);
    return Object.freeze({ ...locked, ...verdict, ...(didYouMean.length > 0 && { didYouMean }) });
  }
  const { isAllowed, reason = 'The caller may not use it.' } = await permissions.of(name);
  // Whatever else there is to say of it is none of their business.
  if (!isAllowed) return Object.freeze({ ...locked, status: 'denied', reason });
  const candidates = usable.filter((candidate) => candidate === replacement);
  const [instead] = await permissions.firstAllowed(candidates, 1);
  return Object.freeze({ ...locked, ...verdict, ...(instead !== undefined && { replacement: instead }) });
}
