import { cutText } from './cut-text.ts';

/** One field of a value that breaks its schema. */
export interface ValidationIssue {
  /** Where, from the root of the value; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, in words that a model can act on. */
  readonly message: string;
}

/** A checked value, or everything that is wrong with it. */
export type CheckOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

const MAX_ISSUES_IN_TEXT = 5;

/** One line for a message, such as `days is required; stops[2].name must be a string, not a number`. */
export function formatIssues(issues: readonly ValidationIssue[]): string {
  const lines = issues
    .slice(0, MAX_ISSUES_IN_TEXT)
    .map(({ path, message }) => `${formatPath(path)} ${message}`);
  const rest = issues.length - lines.length;
  return rest > 0 ? `${lines.join('; ')}; and ${rest} more` : lines.join('; ');
}

/** A path as people write it, such as `stops[2].name`. */
export function formatPath(path: ValidationIssue['path']): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) text += text === '' ? cutText(step) : `.${cutText(step)}`;
    else text += `[${JSON.stringify(cutText(step))}]`;
  }
  return text === '' ? 'the value' : text;
}
