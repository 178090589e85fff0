import type { Call } from '../call.ts';
import { eventOf } from '../event-of.ts';
import type { RuntimeParts } from '../parts.ts';

/** Tells telemetry and listeners that a call was accepted. */
export function announceStart(parts: RuntimeParts, call: Call): void {
  const { telemetry, events } = parts;
  const { invocationId, toolName, providerCallId } = call;
  if (telemetry !== undefined) {
    try {
      const tool = parts.resolver.resolve(toolName) ?? undefined;
      call.span = telemetry.startCall({ invocationId, toolName, tool, providerCallId });
    } catch (error) {
      parts.onFault(error);
    }
  }
  if (events.hasListeners) {
    events.emit({ ...eventOf(call, call.acceptedAt), type: 'tool-call-start' });
  }
}
