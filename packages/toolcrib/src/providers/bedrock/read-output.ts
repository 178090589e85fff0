import { toFields, toFieldsList, type WireFields } from '../wire-values.ts';

/** The answer of a model, as far as it can be read. */
export interface Output {
  readonly blocks: readonly WireFields[];
  /** Whether the model was stopped in the middle of the last block. */
  readonly isCut: boolean;
}

/** Why a model did not come to the end of what it was writing. Other reasons say that it did. */
const cutReasons: readonly unknown[] = [
  'max_tokens',
  'model_context_window_exceeded',
  'malformed_tool_use',
  'malformed_model_output',
  'content_filtered',
  'guardrail_intervened',
];

export function readOutput(response: unknown): Output {
  const { output, stopReason } = toFields(response);
  const { content } = toFields(toFields(output).message);
  return { blocks: toFieldsList(content), isCut: cutReasons.includes(stopReason) };
}

/** Whether a block is a call for us; one of a `server_tool_use` is run by Bedrock itself. */
export function isCall({ toolUse }: WireFields): boolean {
  return toolUse !== undefined && toolUse !== null && toFields(toolUse).type !== 'server_tool_use';
}

/** The text that a model wants to be read: thoughts are not part of it, and quotations are. */
export function readText(blocks: readonly WireFields[]): string {
  return blocks
    .flatMap(({ text, citationsContent }) => [
      text,
      ...toFieldsList(toFields(citationsContent).content).map((cited) => cited.text),
    ])
    .filter((text) => typeof text === 'string')
    .join('');
}
