import type { Redactor } from './redactor.ts';

export { redactCredentials, redactMessage } from './redact-credentials.ts';
export { redactValues } from './redact-values.ts';
export type { Redactor } from './redactor.ts';

/** One redactor that applies several, from left to right. */
export function combineRedactors(redactors: readonly Redactor[]): Redactor {
  const all = [...redactors];
  return (text) => all.reduce((rest, redact) => redact(rest), text);
}
