import { ToolError } from 'toolcrib';

/** How many characters the JSON of a result may have. */
const MAX_RESULT_CHARS = 1_048_576;

/** Measures a result part by part before it is built: a short request may ask for the same long text again and again. */
export class ResultBudget {
  readonly #advice: string;
  #left = MAX_RESULT_CHARS;

  /** `advice` says how to ask for less, as a sentence. */
  constructor(advice: string) {
    this.#advice = advice;
  }

  /** Takes this number of characters. @throws ToolError if fewer are left. */
  take(chars: number): void {
    this.#left -= chars;
    if (this.#left >= 0) return;
    const message = `The result would have more than ${MAX_RESULT_CHARS} characters. ${this.#advice}`;
    throw new ToolError(message, { changedNothing: true });
  }

  /** Takes what a value has as JSON. @throws ToolError if that is more than is left. */
  takeJson(value: unknown): void {
    this.take(jsonLength(value));
  }
}

/** How many characters a value has as JSON. */
export function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}
