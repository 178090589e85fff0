import { announceCalls, type StreamListener } from '../../announce-calls.ts';
import { isFields, textOf, toFields, toFieldsList, type WireFields } from '../../wire-values.ts';

/** A call whose pieces are still coming. */
interface GrowingCall {
  id: string;
  name: string;
  args: string;
  isAnnounced: boolean;
}

/** What a piece says about which call it belongs to. */
type Given = Readonly<Pick<GrowingCall, 'id' | 'name'>>;

/**
 * Puts the chunks of a stream together to the completion that they are pieces of. Gateways leave out indexes,
 * ids and names, and send them late or again and again; whatever comes belongs to some call.
 */
export class ChatStream {
  text = '';
  #refusal = '';
  #finishReason = '';
  #usage: unknown;
  readonly #calls: GrowingCall[] = [];
  readonly #byIndex = new Map<unknown, GrowingCall>();
  readonly #byId = new Map<string, GrowingCall>();
  readonly #onEvent: StreamListener['onEvent'];
  readonly #announceCall: ReturnType<typeof announceCalls>;

  constructor(listener: StreamListener) {
    this.#onEvent = listener.onEvent;
    this.#announceCall = announceCalls(listener);
  }

  /** Whether the answer came to an end, and was not just cut off with the connection. */
  get isEnded(): boolean {
    return this.#finishReason !== '';
  }

  add(chunk: unknown): void {
    const { choices, usage } = toFields(chunk);
    this.#usage = usage ?? this.#usage;
    const choice = toFieldsList(choices).find(({ index }) => (index ?? 0) === 0);
    if (choice === undefined) return;
    this.#finishReason = textOf(choice.finish_reason) || this.#finishReason;
    const { content, refusal, tool_calls, function_call } = toFields(choice.delta);
    this.#addText(textOf(content));
    this.#refusal += textOf(refusal);
    for (const call of toFieldsList(tool_calls)) this.#addToCall(call);
    if (isFields(function_call)) this.#addToCall({ index: 0, function: function_call });
  }

  /** What a request without streaming would have been answered with. Called once, at the end. */
  toCompletion(): unknown {
    for (const call of this.#calls) this.#announce(call);
    const tool_calls = this.#calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } }));
    const message = { content: this.text, refusal: this.#refusal, tool_calls };
    return {
      choices: [{ message, finish_reason: this.#finishReason }],
      usage: this.#usage,
    };
  }

  #addText(text: string): void {
    if (text === '') return;
    this.text += text;
    this.#onEvent?.({ type: 'text', text });
  }

  #addToCall(delta: WireFields): void {
    const { name, arguments: args } = toFields(delta.function);
    const custom = toFields(delta.custom);
    const id = textOf(delta.id);
    const givenName = textOf(name) || textOf(custom.name);
    const call = this.#findCall(delta.index, { id, name: givenName });
    const piece = textOf(args) || textOf(custom.input);
    if (call.id === '') call.id = id;
    if (!this.#byId.has(call.id)) this.#byId.set(call.id, call);
    if (call.name === '') call.name = givenName;
    call.args += piece;
    if (call.name !== '' && (call.id !== '' || call.args !== '')) this.#announce(call);
  }

  /** By its index or its id; whatever has neither goes on with the last call. */
  #findCall(index: unknown, given: Given): GrowingCall {
    const known =
      typeof index === 'number'
        ? this.#byIndex.get(index)
        : ((given.id === '' ? undefined : this.#byId.get(given.id)) ?? this.#calls.at(-1));
    if (known !== undefined && !isAnother(known, given)) return known;
    const call: GrowingCall = { id: '', name: '', args: '', isAnnounced: false };
    this.#calls.push(call);
    if (typeof index === 'number') this.#byIndex.set(index, call);
    return call;
  }

  #announce(call: GrowingCall): void {
    if (call.isAnnounced) return;
    call.isAnnounced = true;
    this.#announceCall(call);
  }
}

/**
 * Whether a piece begins a call of its own: some gateways number every call 0, or none at all. Only a piece
 * with a name can, since others make up a new id for every piece.
 */
function isAnother(known: GrowingCall, { id, name }: Given): boolean {
  if (name === '' || known.name === '') return false;
  return id !== '' && known.id !== '' ? id !== known.id : name !== known.name;
}
