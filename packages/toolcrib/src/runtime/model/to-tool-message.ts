import type { CallRecord } from '../call-record.ts';
import type { ModelRendering } from '../render/render-for-model.ts';
import type { ToolMessage } from './model-message.ts';

/** The part of a runtime that turns records into what a model reads. */
interface RecordRenderer {
  renderForModel(record: CallRecord): ModelRendering;
}

/**
 * The message that answers the calls of a model. Rendered here, once: an envelope has a new nonce each time,
 * and a provider's prompt cache wants the same bytes.
 */
export function toToolMessage(runtime: RecordRenderer, records: readonly CallRecord[]): ToolMessage {
  return {
    role: 'tool',
    results: records.map((record) => ({
      providerCallId: record.providerCallId ?? record.invocationId,
      tool: record.toolName,
      rendering: runtime.renderForModel(record),
    })),
  };
}
