import { isJsonText } from '../is-json-text.ts';

/** How many calls are remembered whose arguments have come and which were not run. */
const MAX_CALLS = 1_000;
/** And how many characters of them. */
const MAX_CHARS = 4 * 1_048_576;

/** The calls under an id that have begun and were not run. */
interface OpenCalls {
  readonly count: number;
  /** What came of the only one; undefined once there were two, which nothing tells apart. */
  readonly text: string | undefined;
}

/**
 * The arguments of the calls of one tool as the model wrote them. Mastra repairs text that is no JSON, or runs
 * the tool without arguments; nothing else tells such a call from one that was meant.
 *
 * Mastra does not say which run a piece of text belongs to, and some providers use the same ids in all of
 * them. Where two calls under one id are open, nothing is known of either.
 */
export class InputTexts {
  readonly #calls = new Map<string, OpenCalls>();
  #chars = 0;

  start(toolCallId: string): void {
    const open = this.#delete(toolCallId);
    this.#set(
      toolCallId,
      open === undefined ? { count: 1, text: '' } : { count: open.count + 1, text: undefined },
    );
  }

  append(toolCallId: string, delta: string): void {
    const open = this.#calls.get(toolCallId);
    if (open?.text === undefined) return;
    this.#delete(toolCallId);
    this.#set(toolCallId, { ...open, text: open.text + delta });
  }

  /** The text of a call if it is no JSON; undefined if it is, or is not known. Forgets the call. */
  takeUnreadable(toolCallId: string | undefined): string | undefined {
    const open = toolCallId === undefined ? undefined : this.#delete(toolCallId);
    if (toolCallId === undefined || open === undefined) return undefined;
    if (open.count > 1) this.#set(toolCallId, { count: open.count - 1, text: undefined });
    const { text = '' } = open;
    return text.trim() === '' || isJsonText(text) ? undefined : text;
  }

  #set(toolCallId: string, open: OpenCalls): void {
    this.#calls.set(toolCallId, open);
    this.#chars += open.text?.length ?? 0;
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MAX_CALLS && this.#chars <= MAX_CHARS) return;
      this.#delete(oldest);
    }
  }

  #delete(toolCallId: string): OpenCalls | undefined {
    const open = this.#calls.get(toolCallId);
    this.#calls.delete(toolCallId);
    this.#chars -= open?.text?.length ?? 0;
    return open;
  }
}
