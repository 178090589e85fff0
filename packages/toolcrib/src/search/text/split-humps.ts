const HUMP = /(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** With a space at each hump of camelCase. */
export function splitHumps(text: string): string {
  return text.replace(HUMP, '$& ');
}
