import { announceCalls, type StreamListener } from '../announce-calls.ts';
import { textOf, toFields, type WireFields } from '../wire-values.ts';

/** One block of a stream, as far as it has come. */
interface Draft {
  readonly fields: WireFields;
  readonly text: string;
  readonly thinking: string;
  readonly signature: string;
  /** The arguments as the model writes them. */
  readonly json: string;
  /** The one list of a draft, however often that is replaced. */
  readonly citations: unknown[];
  readonly isStarted: boolean;
  readonly isStopped: boolean;
  /** Whether something came that could not be added. */
  readonly isDamaged: boolean;
}

/** A block of an answer. */
export interface AnswerBlock {
  /** The arguments of a call are text here, as the model wrote them. */
  readonly block: WireFields;
  /** Whether all of it has come. */
  readonly isComplete: boolean;
}

const EMPTY: Omit<Draft, 'citations'> = {
  fields: {},
  text: '',
  thinking: '',
  signature: '',
  json: '',
  isStarted: false,
  isStopped: false,
  isDamaged: false,
};

/**
 * Puts an answer together from the events of a stream. Arguments stay text, so that the call path parses what
 * the model wrote and nothing else. Events may come in any order and lack anything; unknown ones are passed over.
 */
export class MessageStream {
  readonly #onEvent: StreamListener['onEvent'];
  readonly #announceCall: ReturnType<typeof announceCalls>;
  readonly #drafts: Draft[] = [];
  /** The place of the draft that an index of the stream stands for now. */
  readonly #places = new Map<unknown, number>();
  #usage: Readonly<Record<string, unknown>> = {};
  #stopReason: unknown;
  #stopDetails: unknown;
  #isEnded = false;

  constructor(listener: StreamListener) {
    this.#onEvent = listener.onEvent;
    this.#announceCall = announceCalls(listener);
  }

  /** Whether the stream came to an end, and was not just cut off. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  get blocks(): readonly AnswerBlock[] {
    return this.#drafts.map((draft) => ({
      block: toBlock(draft),
      isComplete: draft.isStarted && draft.isStopped && !draft.isDamaged,
    }));
  }

  get usage(): unknown {
    return this.#usage;
  }

  get stopReason(): unknown {
    return this.#stopReason;
  }

  get stopDetails(): unknown {
    return this.#stopDetails;
  }

  /** @throws Error if the event says that the provider failed. */
  add(event: unknown): void {
    const { type, index, message, content_block, delta, usage } = toFields(event);
    switch (type) {
      case 'message_start':
        this.#addUsage(toFields(message).usage);
        return;
      case 'content_block_start':
        this.#start(index, toFields(content_block));
        return;
      case 'content_block_delta':
        this.#extend(index, toFields(delta));
        return;
      case 'content_block_stop':
        if (this.#places.has(index)) this.#change(index, { isStopped: true });
        return;
      case 'message_delta': {
        const { stop_reason, stop_details } = toFields(delta);
        this.#stopReason = stop_reason ?? this.#stopReason;
        this.#stopDetails = stop_details ?? this.#stopDetails;
        this.#isEnded ||= this.#stopReason !== undefined;
        this.#addUsage(usage);
        return;
      }
      case 'message_stop':
        this.#isEnded = true;
        return;
      case 'error':
        throw new Error('The stream ended with an error.');
    }
  }

  #start(index: unknown, fields: WireFields): void {
    // Some gateways give every block the same index.
    if (this.#find(index).isStarted) this.#places.delete(index);
    const { text, thinking, signature } = this.#find(index);
    this.#change(index, {
      fields,
      text: textOf(fields.text) + text,
      thinking: textOf(fields.thinking) + thinking,
      signature: signature || textOf(fields.signature),
      isStarted: true,
    });
    if (fields.type === 'tool_use') this.#announceCall({ id: fields.id, name: fields.name });
    if (fields.type === 'text') this.#tell(textOf(fields.text));
  }

  #extend(index: unknown, delta: WireFields): void {
    const { text, thinking, json, citations } = this.#find(index);
    switch (delta.type) {
      case 'text_delta':
        this.#change(index, { text: text + textOf(delta.text) });
        this.#tell(textOf(delta.text));
        return;
      case 'thinking_delta':
        this.#change(index, { thinking: thinking + textOf(delta.thinking) });
        return;
      case 'signature_delta':
        this.#change(index, { signature: textOf(delta.signature) });
        return;
      case 'input_json_delta':
        this.#change(index, { json: json + textOf(delta.partial_json) });
        return;
      case 'citations_delta':
        citations.push(delta.citation);
        this.#change(index, { citations });
        return;
      default:
        this.#change(index, { isDamaged: true });
    }
  }

  #tell(text: string): void {
    if (text !== '') this.#onEvent?.({ type: 'text', text });
  }

  #find(index: unknown): Draft {
    return this.#drafts[this.#places.get(index) ?? -1] ?? { ...EMPTY, citations: [] };
  }

  #change(index: unknown, change: Partial<Draft>): void {
    const place = this.#places.get(index) ?? this.#drafts.length;
    this.#places.set(index, place);
    this.#drafts[place] = { ...this.#find(index), ...change };
  }

  /** Later counts are totals and take the place of earlier ones. */
  #addUsage(usage: unknown): void {
    const counts = Object.entries(toFields(usage)).filter(([, count]) => typeof count === 'number');
    this.#usage = { ...this.#usage, ...Object.fromEntries(counts) };
  }
}

function toBlock({ fields, text, thinking, signature, json, citations }: Draft): WireFields {
  const type = fields.type ?? guessType(text, json);
  switch (type) {
    case 'text':
      return { ...fields, type, text, ...(citations.length > 0 && { citations }) };
    case 'thinking':
      return { ...fields, type, thinking, signature };
    default:
      return { ...fields, type, ...(json !== '' && { input: json }) };
  }
}

/** The type of a block whose beginning was lost. */
function guessType(text: string, json: string): string | undefined {
  return text !== '' ? 'text' : json !== '' ? 'tool_use' : undefined;
}
