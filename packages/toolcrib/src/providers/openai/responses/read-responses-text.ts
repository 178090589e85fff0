import { textOf, toFieldsList, type WireFields } from '../../wire-values.ts';

/** What the model said in the items of an output. */
export function readResponsesText(output: unknown): string {
  return messageParts(output)
    .map(({ type, text }) => (type === 'output_text' ? textOf(text) : ''))
    .join('');
}

/** Why the model refuses; empty if it does not. */
export function readResponsesRefusal(output: unknown): string {
  return messageParts(output)
    .map(({ type, refusal }) => (type === 'refusal' ? textOf(refusal) : ''))
    .join('');
}

function messageParts(output: unknown): readonly WireFields[] {
  return toFieldsList(output)
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => toFieldsList(content));
}
