/** Characters of ASCII that make a token of a definition. */
const ASCII_PER_TOKEN = 3.9;
/** Tokens of a character of any other script. */
const TOKENS_PER_OTHER = 0.75;

/**
 * How many tokens a text takes, by estimate: no provider's tokeniser is asked. For most real definitions it is
 * between 0.95 and 1.3 of what OpenAI's o200k counts, so that a budget is rather kept than broken.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 127) others++;
  }
  return Math.ceil((text.length - others) / ASCII_PER_TOKEN + others * TOKENS_PER_OTHER);
}
