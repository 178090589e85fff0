import type { LedgerEntry, OpenGate } from 'toolcrib/runtime';

/** A gate of a call, as the gates of a runtime list it; undefined if it is settled or there is none. */
export function openGateOf(entry: LedgerEntry, gateId: string): OpenGate | undefined {
  const { invocationId, toolName, toolVersion, toolDigest, contentDigest, tenant, callerId, reverts } = entry;
  const found = entry.gates.find((gate) => gate.gateId === gateId);
  if (found === undefined || found.settlement !== null) return undefined;
  if (toolDigest === null || contentDigest === null) return undefined;
  const { settlement: _, ...gate } = found;
  const { authorityDigest = null, callerName = null } = entry;
  const digests = { toolDigest, authorityDigest, contentDigest };
  const call = { invocationId, toolName, toolVersion, ...digests, tenant, callerId, callerName, reverts };
  return Object.freeze({ ...gate, ...call });
}
