import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';

/** Tells telemetry and listeners that a call was accepted. An end follows. */
export function announceStart(parts: RuntimeParts, call: Call): void {
  const { telemetry, events } = parts;
  const { invocationId, toolName, tenant, providerCallId } = call;
  if (telemetry !== undefined) {
    try {
      const tool = parts.resolver.resolve(toolName) ?? undefined;
      call.span = telemetry.startCall({ invocationId, toolName, tool, providerCallId });
    } catch (error) {
      parts.onFault(error);
    }
  }
  if (events.hasListeners) {
    const callerId = call.caller.id;
    events.emit({ type: 'tool-call-start', invocationId, toolName, tenant, callerId, at: call.acceptedAt });
  }
}
