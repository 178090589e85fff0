/** Takes secrets out of a text. If it throws, so does whoever renders: nothing is shown that it has not seen. */
export type Redactor = (text: string) => string;

/** What stands where a secret was. */
export const REDACTED = '[redacted]';
