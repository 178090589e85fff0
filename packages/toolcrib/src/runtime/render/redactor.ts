/** Takes secrets out of a text. If it throws, so does whoever renders: nothing is shown that it has not seen. */
export type Redactor = (text: string) => string;

/** The redactor of what is shown as it is. */
export const keepText: Redactor = (text) => text;

/** What stands where a secret of a kind was. */
export const redacted = (kind: string): string => `[redacted:${kind}]`;

/** What stands where a secret was that no kind is known of. */
export const REDACTED = '[redacted]';
