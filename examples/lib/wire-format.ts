/** A call as a scripted model writes it: a name, and arguments as JSON text. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: string;
}

/** What a scripted model says in one answer. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly calls?: readonly ScriptedCall[];
}

/** A message that a scripted model is sent. */
export type SentMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ScriptedCall[] }
  | { readonly role: 'tool'; readonly text: string };

/** What a scripted model is sent, whatever the wire format. */
export interface SentRequest {
  readonly system: string;
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
  readonly messages: readonly SentMessage[];
}

/** Plays a model: the same request gets the same answer. */
export type Script = (request: SentRequest) => ScriptedAnswer;

/** An event of a stream, as a provider sends it. */
export interface StreamEvent {
  readonly type: string;
}

/** What the answer to a request says of it. */
export interface AnswerHead {
  /** Tells this answer from every other one. */
  readonly serial: number;
  readonly inputTokens: number;
}

/** The streaming wire format of a provider. */
export interface WireFormat {
  /** Where requests go. */
  readonly path: string;
  /** Throws if the body is no request. */
  readRequest(body: unknown): SentRequest;
  toEvents(answer: ScriptedAnswer, head: AnswerHead): StreamEvent[];
  toError(message: string): unknown;
}

/** How many tokens a text has, more or less. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** A text in pieces of a few words, as models stream it. */
export function toPieces(text: string): string[] {
  return text.match(/(?:\s*\S+){1,3}\s*/g) ?? [];
}
