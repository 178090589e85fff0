import { type Caller, ConfigError, type MediaKind, type Tool, ToolcribError } from '../index.ts';
import { createMediaReader, leaveOutMedia, type MediaReader } from '../providers/index.ts';
import type { CallApproval, CallRecord, CallRequest, ModelPart, Runtime } from '../runtime/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import { AskedTools } from './asked-tools.ts';
import { checkAdapterOptions, readTools } from './check-adapter-options.ts';

/** A call as a framework hands it on. */
export interface FrameworkCall {
  readonly tool: string;
  /** An object, or JSON text as the model wrote it. */
  readonly args: unknown;
  /** What the provider calls this call. */
  readonly providerCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What a person said whom the framework is known to have asked about this very call. */
  readonly decision?: PersonDecision | undefined;
  /** Whether the text of the call was cut off, so that its arguments are made up. */
  readonly isTruncated?: boolean | undefined;
  /** The same for a call that the framework makes again, after a crash for example. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Whether another call may have the same key. One whose key was used is then made without it, and without
   * the decision, which belongs to the first.
   */
  readonly isKeyShared?: boolean | undefined;
}

/** What a person said whom a framework asked about a call. */
export interface PersonDecision {
  readonly isApproved: boolean;
  /** @default the `approver` of the options */
  readonly approver?: string | undefined;
  readonly reason?: string | undefined;
}

/** A piece of what a model is given: plain JSON, media included. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'media';
      readonly kind: MediaKind;
      readonly mimeType: string;
      readonly base64: string;
    };

/** What came of a call, and what a model is given of it: at least one part. */
export interface AnsweredCall {
  readonly record: CallRecord;
  readonly isError: boolean;
  readonly parts: readonly AnswerPart[];
}

/** Where the calls of one framework come in: each of them goes through the runtime. */
export interface ToolDesk {
  /** What is offered, in order. Names are unique. */
  readonly tools: readonly Tool[];
  /**
   * Whether the framework may have to ask a person about calls of a tool. Where it is false, a call that the policy asks about
   * after all, because the tool has another definition by then, waits at the runtime's gate.
   */
  mayAsk(tool: Tool): boolean;
  /** Whether the framework has to ask a person about the call first. Nothing is run. */
  needsApproval(call: FrameworkCall): Promise<boolean>;
  /** Why it has to; undefined if it need not. */
  reasonToAsk(call: FrameworkCall): Promise<string | undefined>;
  /** Runs a call. Whatever the tool does, there is an answer. */
  call(call: FrameworkCall): Promise<AnsweredCall>;
}

/** A framework that has an adapter. */
export interface Framework {
  /** For people. It goes into the default approver. */
  readonly name: string;
  /** The options of its adapter that no other has. @default [] */
  readonly options?: readonly string[];
}

/** Opens a desk for a framework. */
export async function openToolDesk(
  runtime: Runtime,
  framework: Framework,
  options: AdapterOptions = {},
): Promise<ToolDesk> {
  checkAdapterOptions(options, framework.options ?? []);
  const { caller, approvals = 'framework', onRecord, onFault } = options;
  const { approver = `user of ${framework.name}` } = options;
  // Also where tools are given: a caller that is none is found now, and not by a model.
  const visible = await runtime.visible(caller);
  const readMedia = createMediaReader({ maxBytes: options.maxMediaBytes });
  const asked = new AskedTools();
  const digestsOf = async (name: string) => {
    try {
      const tools = await runtime.visible(caller);
      const tool = tools.find((one) => one.name === name);
      return tool && `${tool.digest} ${tool.authorityDigest}`;
    } catch (error) {
      // The call itself has a record to say so.
      tell(onFault, error);
      return undefined;
    }
  };
  const reasonToAsk = async (call: FrameworkCall) => {
    if (approvals === 'runtime') return undefined;
    const decision = await runtime.preview(toRequest(call, caller));
    if (decision.verdict !== 'ask') return undefined;
    asked.remember(call, await digestsOf(call.tool));
    return decision.reason;
  };
  const run = async (call: FrameworkCall): Promise<CallRecord> => {
    const request = toRequest(call, caller);
    const { decision } = call;
    if (approvals === 'runtime' || decision === undefined) return runtime.call(request);
    const unapproved = call.isKeyShared ? { ...request, idempotencyKey: undefined } : request;
    if (asked.takeIsOther(call, await digestsOf(call.tool))) return runtime.call(unapproved);
    const approval: CallApproval = {
      approver: decision.approver ?? approver,
      decision: decision.isApproved ? 'approve' : 'reject',
      reason: decision.reason,
    };
    const record = await runtime.call({ ...request, approval });
    return call.isKeyShared && wasKeyUsed(record) ? runtime.call(unapproved) : record;
  };
  const tools = readTools(options.tools ?? visible);
  const asking = new Set<Tool>();
  for (const tool of approvals === 'runtime' ? [] : tools) {
    if (await runtime.mayAsk(tool, caller)) asking.add(tool);
  }
  return {
    tools,
    mayAsk: (tool) => asking.has(tool),
    needsApproval: async (call) => (await guard(reasonToAsk(call), onFault)) !== undefined,
    reasonToAsk: (call) => guard(reasonToAsk(call), onFault),
    call: async (call) => {
      const record = await guard(run(call), onFault);
      tell(onRecord, record);
      const rendering = answer(runtime, record, { readMedia, signal: call.signal });
      return rendering.catch((error: unknown) => {
        tell(onFault, error);
        return { record, isError: true, parts: [{ type: 'text', text: hide(record) }] };
      });
    },
  };
}

/** Frameworks show a model the message of whatever is thrown. */
async function guard<Value>(work: Promise<Value>, onFault: AdapterOptions['onFault']): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    tell(onFault, error);
    throw new ToolcribError('E_TOOL_FAILED', 'The call could not be made.');
  }
}

/** Whether a call was answered by what is known of an earlier one under its key. */
function wasKeyUsed({ replayOf, status, problem }: CallRecord): boolean {
  const codes: unknown[] = ['E_CALL_IN_PROGRESS', 'E_OUTCOME_UNKNOWN', 'E_IDEMPOTENCY_CONFLICT'];
  // One that is aborted as in progress is this very call, which another process continues.
  return replayOf !== undefined || (status === 'failed' && codes.includes(problem?.code));
}

async function answer(runtime: Runtime, record: CallRecord, reading: MediaReading): Promise<AnsweredCall> {
  const { isError, parts } = runtime.renderForModel(record);
  return { record, isError, parts: await Promise.all(parts.map((part) => readPart(part, reading))) };
}

/** What a model is told of a call whose rendering failed. */
function hide({ invocationId, sideEffect }: CallRecord): string {
  const effect = sideEffect === 'none' ? '' : ' It may have taken effect: do not call again before you know.';
  return `What came of the call cannot be shown.${effect} Reference: ${invocationId}.`;
}

function toRequest(call: FrameworkCall, caller: Caller | undefined): CallRequest {
  const { tool, args, providerCallId, signal, isTruncated, idempotencyKey } = call;
  return { tool, args, caller, providerCallId, signal, isTruncated, idempotencyKey };
}

function tell<Value>(observer: ((value: Value) => void) | undefined, value: Value): void {
  // What an observer throws must reach neither the framework nor the model.
  const ignore = () => undefined;
  try {
    const told: unknown = observer?.(value);
    if (told instanceof Promise) told.catch(ignore);
  } catch {
    ignore();
  }
}

/** How the media of a call are read. */
interface MediaReading {
  readonly readMedia: MediaReader;
  readonly signal: AbortSignal | undefined;
}

async function readPart(part: ModelPart, { readMedia, signal }: MediaReading): Promise<AnswerPart> {
  if (part.type === 'text') return part;
  const { media } = part;
  // A source may stall; whoever aborts is not to wait for it.
  const read = await unlessAborted(readMedia(media), signal);
  if (typeof read === 'string') return { type: 'text', text: leaveOutMedia(media, read) };
  return { type: 'media', kind: media.kind, mimeType: read.mimeType, base64: read.base64 };
}

function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | string> {
  if (signal === undefined) return work;
  return new Promise((resolve) => {
    const stop = () => resolve('It was not read to its end.');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve).finally(() => signal.removeEventListener('abort', stop));
  });
}
