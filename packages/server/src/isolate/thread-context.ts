import {
  type Caller,
  type GateAnswer,
  type GateOptions,
  type ModelUsage,
  type OutputSchema,
  Tool,
  type ToolContext,
  ToolcribError,
  type ToolProgress,
} from 'toolcrib';
import { checkGateOptions, GateRejection } from 'toolcrib/runtime';
import { fromErrorFacts } from './plain-errors.ts';
import type { CallFacts, GateEnd, PlainGateOptions } from './thread-messages.ts';

/** How a context reaches the service. */
export interface ContextLink {
  /** Whether there is room for something that may be left out. */
  readonly hasRoom: () => boolean;
  progress(progress: ToolProgress): void;
  usage(usage: ModelUsage): void;
  /** Opens a gate; `settle` is called with what became of it. */
  gate(gate: number, options: PlainGateOptions): void;
}

/** What is sent of one line; the service redacts it, then shortens it further. */
const MAX_PROGRESS_CHARS = 4_096;

/** What a handler on a thread is given. Whatever it asks for is done by the service, with the context of the call. */
export class ThreadContext implements ToolContext {
  readonly invocationId: string;
  readonly caller: Caller;
  readonly turnId: string | undefined;
  readonly #link: ContextLink;
  readonly #gates = new Map<number, (end: GateEnd) => void>();
  #controller: AbortController | undefined;
  #abortion: DOMException | undefined;
  #lastGate = 0;
  #hasEnded = false;
  #unsentUsage: ModelUsage | undefined;

  constructor({ invocationId, caller, turnId }: CallFacts, link: ContextLink) {
    this.invocationId = invocationId;
    this.caller = Object.freeze({ ...caller, scopes: caller.scopes && Object.freeze([...caller.scopes]) });
    this.turnId = turnId;
    this.#link = link;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abortion !== undefined) this.#controller.abort(this.#abortion);
    return this.#controller.signal;
  }

  /** A function of its own, so that a handler may take it out of the context. */
  readonly waitFor: ToolContext['waitFor'] = (options) => {
    const answer = this.#waitFor(options);
    // A handler that forgets the answer leaves no unhandled rejection.
    answer.catch(() => undefined);
    return answer;
  };

  readonly reportProgress = (progress: ToolProgress): void => {
    if (this.#hasEnded || !this.#link.hasRoom()) return;
    const { message, done, total } = Object(progress) as ToolProgress;
    this.#link.progress({
      ...(typeof message === 'string' && { message: message.slice(0, MAX_PROGRESS_CHARS) }),
      ...(typeof done === 'number' && { done }),
      ...(typeof total === 'number' && { total }),
    });
  };

  readonly reportUsage = (usage: ModelUsage): void => {
    if (this.#hasEnded) return;
    this.#unsentUsage = addUsage(this.#unsentUsage, usage);
    if (!this.#link.hasRoom()) return;
    this.#link.usage(this.#unsentUsage);
    this.#unsentUsage = undefined;
  };

  abort({ name, message }: { readonly name: string; readonly message: string }): void {
    this.#abortion ??= new DOMException(message, name);
    this.#controller?.abort(this.#abortion);
  }

  settleGate(gate: number, end: GateEnd): void {
    const settle = this.#gates.get(gate);
    this.#gates.delete(gate);
    settle?.(end);
  }

  /** From here on it tells nothing any more. Gives what was not told yet. */
  end(): ModelUsage | undefined {
    this.#hasEnded = true;
    return this.#unsentUsage;
  }

  async #waitFor<Schema extends OutputSchema | undefined>(
    options: GateOptions<Schema>,
  ): Promise<GateAnswer<Schema>> {
    // Here already, so that the service is sent nothing that is too much for it.
    const gate = checkGateOptions(options, this.#gates.size);
    const { schema } = options;
    const reader = schema === undefined ? undefined : readerOf(schema);
    const plain = { ...gate, ...(reader && { schema: reader.schema }) };
    for (;;) {
      const answer = await this.#ask(plain);
      if (reader === undefined) return undefined as GateAnswer<Schema>;
      // The service has checked it by the JSON Schema only, which may say less; then the question is asked again.
      const accepted = await reader.read(answer);
      // The schema that the type is inferred from has accepted the value.
      if (accepted !== undefined) return accepted.value as GateAnswer<Schema>;
    }
  }

  async #ask(options: PlainGateOptions): Promise<unknown> {
    if (this.#hasEnded) throw new ToolcribError('E_CALL_ABORTED', 'The call has ended.');
    this.#lastGate += 1;
    const gate = this.#lastGate;
    const ending = new Promise<GateEnd>((settle) => void this.#gates.set(gate, settle));
    this.#link.gate(gate, options);
    const end = await ending;
    switch (end.kind) {
      case 'answered':
        return end.value;
      case 'refused':
        throw new GateRejection(options.name, end.settlement);
      case 'failed':
        throw fromErrorFacts(end.error);
    }
  }
}

/** A schema of any library: as JSON Schema, and how a value is checked by it. */
function readerOf(schema: OutputSchema) {
  const tool = new Tool({
    name: 'answer',
    description: '',
    inputSchema: { type: 'object' },
    outputSchema: schema,
    handler: (args) => (args as { readonly value?: unknown }).value as never,
  });
  const { signal } = new AbortController();
  const read = async (value: unknown): Promise<{ readonly value: unknown } | undefined> => {
    try {
      return { value: await tool.executor({ signal })({ value }) };
    } catch (error) {
      if (error instanceof ToolcribError && error.code === 'E_INVALID_RESULT') return undefined;
      throw error;
    }
  };
  return { schema: tool.outputSchema, read };
}

function addUsage(sum: ModelUsage | undefined, usage: ModelUsage): ModelUsage {
  const given = Object(usage) as Partial<ModelUsage>;
  return {
    inputTokens: count(sum?.inputTokens) + count(given.inputTokens),
    cachedInputTokens: count(sum?.cachedInputTokens) + count(given.cachedInputTokens),
    outputTokens: count(sum?.outputTokens) + count(given.outputTokens),
  };
}

/** What is not a number counts as zero, as it does in the service. */
function count(tokens: unknown): number {
  return typeof tokens === 'number' && tokens > 0 && tokens <= Number.MAX_SAFE_INTEGER ? tokens : 0;
}
