import { toFields, toFieldsList, type WireFields } from '../wire-values.ts';

/** The answer of a model, as far as it can be read. */
export interface Candidate {
  readonly parts: readonly WireFields[];
  /** Whether the model was stopped in the middle of the last part. */
  readonly isCut: boolean;
}

/** Why a model did not come to the end of what it was writing. Other reasons say that it did. */
const cutReasons: readonly unknown[] = [
  'MAX_TOKENS',
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'CONTINUATION',
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'OTHER',
];

/** Reads the first answer of a response; one that was blocked has no parts. */
export function readCandidate(response: unknown): Candidate {
  const { candidates } = toFields(response);
  const { content, finishReason } = toFields(Array.isArray(candidates) ? candidates[0] : undefined);
  return { parts: toFieldsList(toFields(content).parts), isCut: cutReasons.includes(finishReason) };
}

/** Whether a part is a call for us; a `toolCall` is one that Gemini runs itself. */
export function isCall({ functionCall }: WireFields): boolean {
  return functionCall !== undefined && functionCall !== null;
}

/** The text that a model wants to be read: thoughts are not part of it. */
export function readText(parts: readonly WireFields[]): string {
  return parts
    .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
    .join('');
}

/** Whether a part says nothing: it may still be signed. */
export function isBlank(part: WireFields): boolean {
  return Object.keys(part).every((key) => (key === 'text' ? part[key] === '' : key === 'thoughtSignature'));
}

/** The fields of a call. */
export function readCall({ functionCall }: WireFields): WireFields {
  return toFields(functionCall);
}
