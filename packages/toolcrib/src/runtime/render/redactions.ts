/** How often one kind of secret was taken out of a text. */
export interface Redaction {
  /** Such as `password`, `token`, `key`, `signature` or `cookie`; `secret` where no more is known. */
  readonly kind: string;
  readonly count: number;
}

const PLACEHOLDER = /\[redacted(?::([a-z]+))?\]/g;

/**
 * What a redactor took out, by the placeholders that it left. A redactor that leaves other ones counts as one `secret`
 * when it has changed anything.
 */
export function findRedactions(text: string, redacted: string): readonly Redaction[] {
  if (text === redacted) return [];
  const before = countKinds(text);
  const found: Redaction[] = [];
  for (const [kind, after] of countKinds(redacted)) {
    const count = after - (before.get(kind) ?? 0);
    if (count > 0) found.push(Object.freeze({ kind, count }));
  }
  return Object.freeze(found.length > 0 ? found : [Object.freeze({ kind: 'secret', count: 1 })]);
}

/** The sentence for a model, so that it neither takes a placeholder for the value nor writes it back. */
export function describeRedactions(redactions: readonly Redaction[]): string {
  const list = redactions.map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ');
  return `Redacted from this result: ${list}. A placeholder such as [redacted] is not the real value; do not write it anywhere.`;
}

function countKinds(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { 1: kind = 'secret' } of text.matchAll(PLACEHOLDER)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
