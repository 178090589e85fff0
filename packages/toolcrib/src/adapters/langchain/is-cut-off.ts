import { fieldsOf } from '../fields-of.ts';

/** Why a model did not come to the end of what it was writing, by provider and in lower case. */
const cutReasons: readonly string[] = [
  // Chat Completions, which many others speak too.
  'length',
  'content_filter',
  // Anthropic and Bedrock, the first one also Gemini.
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
  'guardrail_intervened',
  'malformed',
  // Gemini.
  'safety',
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
];

/** Where the packages of LangChain write the reason down. The one for Anthropic uses the second when it streams. */
const places = ['response_metadata', 'additional_kwargs'];

/** Whether a limit or a filter ended what a model was writing, as far as its message says so. */
export function isCutOff(message: unknown): boolean {
  return places.some((place) => {
    const { status, messageStop, ...fields } = fieldsOf(fieldsOf(message)[place]);
    const {
      finish_reason,
      finishReason,
      stop_reason,
      stopReason = fieldsOf(messageStop).stopReason,
    } = fields;
    // The Responses API has a status, and its reason is elsewhere.
    return (
      status === 'incomplete' || [finish_reason, finishReason, stop_reason, stopReason].some(isCutReason)
    );
  });
}

/** LangChain joins texts that come twice in a stream, so that a reason may stand there as "lengthlength". */
function isCutReason(reason: unknown): boolean {
  return typeof reason === 'string' && cutReasons.some((known) => reason.toLowerCase().startsWith(known));
}
