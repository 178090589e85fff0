import type { CallView } from '../calls/call-desk.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** Whether the tool that gave a result shows it whole. Through another toolset another tool may have its name. */
export async function isShownWhole(
  { id, tool }: CallView,
  { runtime, resolver }: Pick<ToolView, 'runtime' | 'resolver'>,
): Promise<boolean> {
  if (resolver.resolve(tool)?.redact !== false) return false;
  try {
    return !(await runtime.wait(id)).isRedacted;
  } catch {
    // Of a call that is not in the ledger it is not known which tool it was.
    return false;
  }
}
