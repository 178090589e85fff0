const MAX_LENGTH = 80;

/** A text that is short enough for a message. What is quoted there may come from a model or a stranger. */
export function cutText(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}
