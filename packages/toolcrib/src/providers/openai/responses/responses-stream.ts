import { announceCalls, type StreamListener } from '../../announce-calls.ts';
import { textOf, toFields, toFieldsList, type WireFields } from '../../wire-values.ts';
import { isCallItem, isSearchItem, TOOL_SEARCH } from './read-responses-calls.ts';

/** What there is without a last event. */
const cutOff: WireFields = { status: 'incomplete' };

/** Whom to tell of what a stream brings. */
interface ResponsesListener extends StreamListener {
  /** The tool that searches are calls of. */
  readonly searchTool?: string | undefined;
}

/** An item whose pieces are still coming. */
interface GrowingItem {
  fields: WireFields;
  /** Pieces of text, refusal or arguments that came one by one. */
  text: string;
  refusal: string;
  args: string;
  isDone: boolean;
  isAnnounced: boolean;
}

/**
 * Puts the events of a stream together to the response that they tell of. The last event has all of it; an
 * event that tells nothing of text, refusals or calls plays no part, and neither does their order.
 */
export class ResponsesStream {
  text = '';
  #final: WireFields | undefined;
  readonly #items = new Map<unknown, GrowingItem>();
  readonly #onEvent: StreamListener['onEvent'];
  readonly #announceCall: ReturnType<typeof announceCalls>;
  readonly #searchName: string;

  constructor(listener: ResponsesListener) {
    const { codec, onEvent, searchTool = TOOL_SEARCH } = listener;
    this.#searchName = codec.toWireName(searchTool);
    this.#onEvent = onEvent;
    this.#announceCall = announceCalls(listener);
  }

  /** Whether the answer came to an end, and was not just cut off with the connection. */
  get isEnded(): boolean {
    return this.#final !== undefined;
  }

  /** Throws if the event says that there will be no answer. */
  add(event: unknown): void {
    const fields = toFields(event);
    const delta = textOf(fields.delta);
    switch (fields.type) {
      case 'response.output_item.added':
      case 'response.output_item.done':
        this.#setItem(fields);
        break;
      case 'response.output_text.delta':
        this.#addText(fields, delta);
        break;
      case 'response.refusal.delta':
        this.#find(fields).refusal += delta;
        break;
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#find(fields).args += delta;
        break;
      case 'response.function_call_arguments.done':
        this.#find(fields).args = textOf(fields.arguments);
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#final = toFields(fields.response);
        break;
      case 'error':
        throw new Error('The stream ended with an error.', { cause: event });
    }
  }

  /** What a request without streaming would have been answered with. */
  toResponse(): unknown {
    const { output, ...rest } = this.#final ?? cutOff;
    if (toFieldsList(output).length > 0) return this.#final;
    // Some gateways leave the items out of the last event.
    const status = rest.status === 'completed' ? 'completed' : 'incomplete';
    return { ...rest, output: [...this.#items.values()].map((item) => toItem(item, status)) };
  }

  #setItem(event: WireFields): void {
    const item = this.#find(event);
    item.fields = toFields(event.item);
    item.isDone ||= event.type === 'response.output_item.done';
    this.#announce(item);
  }

  #addText(event: WireFields, text: string): void {
    if (text === '') return;
    this.text += text;
    this.#find(event).text += text;
    this.#onEvent?.({ type: 'text', text });
  }

  #find({ output_index, item_id, item }: WireFields): GrowingItem {
    const { id, call_id } = toFields(item);
    const key = output_index ?? item_id ?? id ?? call_id;
    const found = this.#items.get(key) ?? {
      fields: {},
      text: '',
      refusal: '',
      args: '',
      isDone: false,
      isAnnounced: false,
    };
    this.#items.set(key, found);
    return found;
  }

  #announce(item: GrowingItem): void {
    const { fields } = item;
    if (item.isAnnounced || !isCallItem(fields)) return;
    const isSearch = isSearchItem(fields);
    // A search has another id at its end than at its beginning.
    if (isSearch && !item.isDone) return;
    item.isAnnounced = true;
    this.#announceCall({ id: fields.call_id, name: isSearch ? this.#searchName : fields.name });
  }
}

/** An item as far as it came. The status is that of items whose end nobody has told of. */
function toItem({ fields, text, refusal, args, isDone }: GrowingItem, status: string): WireFields {
  if (isDone) return fields;
  if (isSearchItem(fields)) return { ...fields, status };
  if (isCallItem(fields) || args !== '') {
    const { type = 'function_call', arguments: given, input } = fields;
    const all = args || textOf(given) || textOf(input);
    return { ...fields, type, arguments: all, input: all, status };
  }
  if (text === '' && refusal === '') return { ...fields, status };
  const content = [
    ...(text === '' ? [] : [{ type: 'output_text', text }]),
    ...(refusal === '' ? [] : [{ type: 'refusal', refusal }]),
  ];
  return { ...fields, type: 'message', role: 'assistant', content, status };
}
