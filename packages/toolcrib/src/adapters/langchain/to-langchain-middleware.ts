import type { Runtime } from '../../runtime/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { isObjectText } from '../is-json-text.ts';
import { openToolDesk } from '../tool-desk.ts';
import { isCutOff } from './is-cut-off.ts';
import type { ToolMessageFields } from './langchain-parts.ts';
import { toToolMessageFields } from './to-tool-message-fields.ts';

/** What is taken of LangChain for the middleware. */
export interface LangChainMiddlewareOptions<Middleware, Message extends object> extends AdapterOptions {
  /** `createMiddleware` of `langchain`. */
  readonly createMiddleware: (config: LangChainMiddlewareConfig<Message>) => Middleware;
  /** `ToolMessage` of `langchain` or `@langchain/core/messages`. */
  readonly ToolMessage: new (
    fields: ToolMessageFields,
  ) => Message;
}

/** A middleware that looks at what a model said. */
export interface LangChainMiddlewareConfig<Message> {
  name: string;
  afterModel: {
    canJumpTo: 'model'[];
    hook(state: { messages: unknown[] }): Promise<{ messages: Message[]; jumpTo?: 'model' } | undefined>;
  };
}

/**
 * A middleware for `createAgent` that answers calls whose arguments LangChain cannot read. Without it such a
 * call is dropped, and an agent whose model made no other ends as if it were done. Each of them goes through
 * the call path, where it ends as `invalid_args`, and the model is told what is wrong with it. One whose arguments are an empty
 * text becomes a call without arguments, as the provider meant it.
 *
 * Only calls of the runtime's tools are answered. In the conversation, which can hold no others, they have no
 * arguments.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const middleware = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage });
 * const agent = createAgent({ model, tools, middleware: [middleware] });
 * ```
 */
export async function toLangChainMiddleware<Middleware, Message extends object>(
  runtime: Runtime,
  options: LangChainMiddlewareOptions<Middleware, Message>,
): Promise<Middleware> {
  const { createMiddleware, ToolMessage } = options;
  const desk = await openToolDesk(
    runtime,
    { name: 'LangChain', options: ['createMiddleware', 'ToolMessage'] },
    options,
  );
  const names = new Set(desk.tools.map(({ name }) => name));
  const answer = async ({ id, name, args }: UnreadCall): Promise<Message> => {
    const isTruncated = isEmptyText(args);
    const answered = await desk.call({ tool: name, args, providerCallId: id, isTruncated });
    return new ToolMessage(toToolMessageFields(answered, id));
  };
  return createMiddleware({
    name: 'ToolcribMiddleware',
    afterModel: {
      canJumpTo: ['model'],
      hook: async ({ messages }) => {
        const said = Object(messages.at(-1)) as SpokenMessage;
        const unread = findUnreadCalls(said, names);
        if (unread.length === 0) return undefined;
        const unreadable = unread.filter((call) => isCutOff(said) || !isEmptyText(call.args));
        const answers = await Promise.all(unreadable.map(answer));
        const isAnswered = !said.tool_calls?.length && unreadable.length === unread.length;
        const next = isAnswered ? ({ jumpTo: 'model' } as const) : {};
        makeAnswerable(said, unread);
        // It is one of theirs, changed in its place.
        return { messages: [said as unknown as Message, ...answers], ...next };
      },
    },
  });
}

/** The fields of LangChain's messages that are looked at. */
interface SpokenMessage {
  tool_calls?: object[];
  invalid_tool_calls?: unknown[];
}

/** A call that LangChain could not read. */
interface UnreadCall {
  readonly id: string;
  readonly name: string;
  /** Text. */
  readonly args: unknown;
}

function findUnreadCalls(said: SpokenMessage, names: ReadonlySet<string>): UnreadCall[] {
  const calls = Array.isArray(said.invalid_tool_calls) ? said.invalid_tool_calls : [];
  return calls
    .map((call) => Object(call) as UnreadCall)
    .filter(({ id, name, args }) => typeof id === 'string' && names.has(name) && isUnread(args));
}

/** What can be read after all must not be run here, where nobody is asked. */
function isUnread(args: unknown): boolean {
  return typeof args === 'string' && !isObjectText(args);
}

function isEmptyText(args: unknown): boolean {
  return typeof args === 'string' && args.trim() === '';
}

/** Results need a call to stand after, also in the request that the provider gets. */
function makeAnswerable(said: SpokenMessage, unread: readonly UnreadCall[]): void {
  const calls = unread.map(({ id, name }) => ({ type: 'tool_call', id, name, args: {} }));
  said.tool_calls = [...(said.tool_calls ?? []), ...calls];
  const ids = new Set(unread.map(({ id }) => id));
  said.invalid_tool_calls =
    said.invalid_tool_calls?.filter((call) => !ids.has((call as UnreadCall).id)) ?? [];
}
