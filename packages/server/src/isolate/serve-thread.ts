import { parentPort, workerData } from 'node:worker_threads';
import { type Tool, type ToolFunctions, wrapTool } from 'toolcrib';
import { boundOutput } from './bound-output.ts';
import { toErrorFacts, toPlainError } from './plain-errors.ts';
import { toPlainResult } from './plain-results.ts';
import { type ContextLink, ThreadContext } from './thread-context.ts';
import type {
  MessageFromThread,
  MessageToThread,
  ThreadData,
  ToolPart,
  UnhandledKind,
  WorkEnd,
} from './thread-messages.ts';
import { CallTracker, watchUnhandled } from './unhandled-errors.ts';

/** A thread that tells more than the service reads would fill the memory of the service. */
const MAX_UNREAD = 256;

type RunMessage = Extract<MessageToThread, { type: 'run' }>;

/**
 * Runs functions of tools on this thread, for the service that started it. What no code of a tool catches is told to the
 * service, and does not end the thread.
 */
export async function serveThread<Source>(load: (source: Source) => Promise<readonly Tool[]>): Promise<void> {
  if (parentPort === null) throw new Error('This module runs on a thread of the service.');
  const { source, unread, port } = takeThreadData<Source>();
  // Some libraries write to it. The service would copy each message only to drop it.
  parentPort.close();
  boundOutput(process.stdout);
  boundOutput(process.stderr);
  const tools = await load(source);
  const thread = new ToolThreadServer(tools, {
    unread: new Int32Array(unread),
    send: (message) => port.postMessage(message),
  });
  port.on('message', (message: MessageToThread) => thread.take(message));
  thread.start();
}

/** What the service has started the thread with. Taken away, so that a module does not find it. */
function takeThreadData<Source>(): ThreadData<Source> {
  const data = { ...workerData } as ThreadData<Source>;
  for (const name of Object.keys(workerData)) delete workerData[name];
  return data;
}

interface ThreadLink {
  readonly unread: Int32Array;
  readonly send: (message: MessageFromThread) => void;
}

interface LoadedTool {
  readonly tool: Tool;
  readonly functions: ToolFunctions;
}

class ToolThreadServer {
  readonly #tools: ReadonlyMap<string, LoadedTool>;
  readonly #link: ThreadLink;
  readonly #calls = new CallTracker();
  readonly #contexts = new Map<number, ThreadContext>();
  #unsentErrors = 0;

  constructor(tools: readonly Tool[], link: ThreadLink) {
    this.#tools = new Map(tools.map((tool) => [tool.name, { tool, functions: functionsOf(tool) }]));
    this.#link = link;
  }

  start(): void {
    watchUnhandled((error, kind) => this.#tellUnhandled(error, kind));
    const digests = [...this.#tools].map(([name, { tool }]) => [name, tool.digest] as const);
    this.#link.send({ type: 'ready', digests: Object.fromEntries(digests) });
  }

  take(message: MessageToThread): void {
    switch (message.type) {
      case 'run':
        void this.#run(message);
        break;
      case 'abort':
        this.#contexts.get(message.id)?.abort(message.reason);
        break;
      case 'gate-end':
        this.#contexts.get(message.id)?.settleGate(message.gate, message.end);
        break;
      case 'drop':
        this.#contexts.delete(message.id);
        break;
    }
  }

  async #run(message: RunMessage): Promise<void> {
    const { id, call } = message;
    const context = new ThreadContext(call, this.#linkOf(id));
    this.#contexts.set(id, context);
    const end = await this.#calls.run(call, () => this.#work(message, context));
    this.#contexts.delete(id);
    const usage = context.end();
    try {
      this.#send({ type: 'end', id, end, usage });
    } catch {
      // Media and artifacts may say of themselves what cannot be copied.
      const value = { kind: 'invalid', problem: 'cannot be sent to another thread' } as const;
      this.#send({ type: 'end', id, end: { kind: 'returned', value }, usage });
    }
  }

  async #work({ call, part, args, result }: RunMessage, context: ThreadContext): Promise<WorkEnd> {
    try {
      const loaded = this.#tools.get(call.toolName);
      if (loaded === undefined) throw new Error(`The thread has no tool "${call.toolName}".`);
      const value = await runPart(loaded.functions, part, [freeze(args), freeze(result), context]);
      return { kind: 'returned', value: await toPlainResult(loaded.tool, part, value) };
    } catch (error) {
      return { kind: 'threw', error: toPlainError(error) };
    }
  }

  #linkOf(id: number): ContextLink {
    return {
      hasRoom: () => Atomics.load(this.#link.unread, 0) < MAX_UNREAD,
      progress: (progress) => this.#send({ type: 'progress', id, progress }),
      usage: (usage) => this.#send({ type: 'usage', id, usage }),
      gate: (gate, options) => this.#send({ type: 'gate', id, gate, options }),
    };
  }

  #tellUnhandled(error: unknown, kind: UnhandledKind): void {
    this.#unsentErrors += 1;
    if (Atomics.load(this.#link.unread, 0) >= MAX_UNREAD) return;
    const count = this.#unsentErrors;
    this.#unsentErrors = 0;
    const call = this.#calls.current();
    this.#send({ type: 'unhandled', kind, call, error: toErrorFacts(error), count });
  }

  #send(message: MessageFromThread): void {
    Atomics.add(this.#link.unread, 0, 1);
    try {
      this.#link.send(message);
    } catch (error) {
      Atomics.sub(this.#link.unread, 0, 1);
      throw error;
    }
  }
}

/** The functions of a tool; its arguments were checked where the call was accepted. */
function functionsOf(tool: Tool): ToolFunctions {
  let found: ToolFunctions | undefined;
  wrapTool(tool, (functions) => {
    found = functions;
    return functions;
  });
  if (found === undefined) throw new Error('A tool has functions.');
  return found;
}

function runPart(
  { handler, verify, revert }: ToolFunctions,
  part: ToolPart,
  [args, result, ctx]: readonly [args: unknown, result: unknown, ctx: ThreadContext],
): unknown {
  switch (part) {
    case 'handler':
      return handler(args, ctx);
    case 'verify':
      return verify?.(args, ctx);
    case 'revert':
      return revert?.(args, result, ctx);
  }
}

/** Handlers are given frozen values; what is sent to a thread arrives as a copy that is not. */
function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}
