import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  Artifact,
  defineTool,
  type JsonObject,
  jsonSchema,
  type Tool,
  ToolcribError,
  ToolError,
  type ToolRegistry,
  ValidationError,
} from 'toolcrib';
import { defaultArtifactKinds, forgeQueryTools } from 'toolcrib/artifacts';
import type { McpParts } from './mcp-parts.ts';
import { errorResult, textContent } from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';
import { type OpenResult, openStoredResult } from './open-stored-result.ts';
import { resultQueries } from './own-tools.ts';

/** How long a query may take once it has its turn, in milliseconds. */
const MAX_MS = 30_000;

/** A call of `query_result`. */
export interface ResultQuery {
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted when the client does not wait any more. */
  readonly signals: readonly AbortSignal[];
}

/** Answers `query_result`: a part of the stored result of a call that the actor made. */
export async function answerQuery(
  parts: Pick<McpParts, 'calls' | 'limiter' | 'clock' | 'queries'>,
  session: McpSession,
  { args, signals }: ResultQuery,
): Promise<CallToolResult> {
  const { callId, query, arguments: asked = {} } = args;
  if (typeof callId !== 'string' || callId === '' || callId.length > 128) {
    return errorResult('callId must be the id of a call.');
  }
  if (typeof query !== 'string' || !resultQueries.includes(query)) {
    return errorResult(`query must be one of ${resultQueries.join(', ')}.`);
  }
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
    return errorResult('arguments must be an object.');
  }
  const { principal } = session.actor;
  const release = parts.limiter?.acquire('calls', principal);
  try {
    return await parts.queries.run(principal.id, () =>
      ask(parts, session, { callId, query, signals, args: { ...asked } }),
    );
  } finally {
    release?.();
  }
}

/** A question that can be one. */
interface CheckedQuery extends ResultQuery {
  readonly callId: string;
  readonly query: string;
}

async function ask(
  parts: Pick<McpParts, 'calls' | 'clock'>,
  session: McpSession,
  { callId, query, args, signals }: CheckedQuery,
): Promise<CallToolResult> {
  const timeout = new AbortController();
  const timer = parts.clock.setTimer(() => timeout.abort(), MAX_MS);
  try {
    const stored = await openStoredResult(parts, session, callId);
    if (stored === undefined) return errorResult(notStored(callId));
    const tool = forgeFor(stored, callId).get(query);
    if (tool === undefined)
      return errorResult(
        `${query} cannot be asked about the result of call ${callId}, which is of another kind.`,
      );
    const context = { signal: AbortSignal.any([...signals, timeout.signal]) };
    await checkerOf(tool).executor(context)(args);
    const answer = await tool.executor(context)({ ...args, artifacts: [callId] });
    // As the answer of any tool: queries redact the parts of a text that they show, and nothing else.
    return { content: [textContent(stored.redact(String(answer)))] };
  } catch (error) {
    const told = timeout.signal.aborted ? `${query} took too long. Ask for less at once.` : explain(error);
    if (told === undefined) throw error;
    return errorResult(told);
  } finally {
    parts.clock.clearTimer(timer);
  }
}

/** The library's queries, over this one result under the id of its call. */
function forgeFor(
  { artifact, toolName, preview, isRedacted, redact }: OpenResult,
  callId: string,
): ToolRegistry {
  const result = { kind: 'artifact', artifact: new ResultOfCall(artifact, callId), preview } as const;
  const call = { toolName, result, isRedacted, isEphemeral: false };
  return forgeQueryTools(defaultArtifactKinds, { tools: new Map(), turnToolCalls: [call] }, { redact });
}

/** Accepts what a client may ask: all arguments but the artifact, which is the result of the call. */
function checkerOf({ name, description, inputSchema }: Tool): Tool {
  // A query always has properties.
  const { artifacts, ...properties } = inputSchema.properties as JsonObject;
  const required = (inputSchema.required as readonly string[]).filter((field) => field !== 'artifacts');
  const own = jsonSchema({ ...inputSchema, properties, required });
  return defineTool({ name, description, inputSchema: own, handler: () => '' });
}

/** An artifact under the one id that its caller knows. */
class ResultOfCall extends Artifact {
  readonly #source: Artifact;

  constructor(source: Artifact, id: string) {
    super({ id, mimeType: source.mimeType, byteLength: source.byteLength });
    this.#source = source;
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#source.stream();
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    return this.#source.streamFrom(byteOffset);
  }
}

/** What is wrong with the question; undefined for what went wrong inside. */
function explain(error: unknown): string | undefined {
  if (error instanceof ValidationError) return error.message;
  return error instanceof ToolcribError && error.cause instanceof ToolError ? error.cause.message : undefined;
}

function notStored(callId: string): string {
  return `There is no stored result of a call "${callId}" of your own. The call may be unknown, its result may have been sent whole, or is not kept any more.`;
}
