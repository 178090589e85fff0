import {
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { explainRefusedParams } from './explain-refused-params.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Stands for a task while the SDK checks results. */
const NO_RESULT: Result = { content: [] };

/** What a server is told beside what the SDK asks for. */
export interface PlainServerOptions extends ServerOptions {
  /** Told of failures that are not the client's. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

/**
 * A server of the SDK whose errors are for clients: params that cannot be read are invalid params, in one sentence, and of
 * what failed inside nothing is told. The SDK sends the messages of all errors as they are.
 */
export class PlainServer extends Server {
  readonly #onFault: (error: unknown) => void;

  constructor(info: Implementation, { onFault, ...options }: PlainServerOptions) {
    super(info, options);
    this.#onFault = onFault;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const tasks = new WeakMap<JSONRPCRequest, Result>();
    const wrapped = super._wrapHandler(method, async (request, context) => {
      const result = await handler(request, context);
      if (result.resultType !== 'task') return result;
      tasks.set(request, result);
      return NO_RESULT;
    });
    return async (request, context) => {
      try {
        const result = await wrapped(request, context);
        // The SDK would check a task as the result of a tool.
        return tasks.get(request) ?? result;
      } catch (error) {
        throw this.#toPlainError(error);
      }
    };
  }

  #toPlainError(error: unknown): ProtocolError {
    const explanation = error instanceof Error ? explainRefusedParams(error.message) : undefined;
    if (explanation !== undefined) return new ProtocolError(ProtocolErrorCode.InvalidParams, explanation);
    if (error instanceof ProtocolError && !isRefusedResult(error)) return error;
    this.#onFault(error);
    return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

/** A result that is none; the SDK says it is the params. */
function isRefusedResult({ message }: ProtocolError): boolean {
  return message.startsWith('Invalid tools/call result: ');
}
