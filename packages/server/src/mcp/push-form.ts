import type { ElicitRequestFormParams, Server, ServerContext } from '@modelcontextprotocol/server';

/** Sends a form to a client that waits for the answer to its request. The answer comes as a request of its own. */
export type PushForm = (params: ElicitRequestFormParams, state: string) => Promise<void>;

/**
 * Sends forms over the stream of a request, as it was done before 2026. What the client will give back with the answer is
 * the id of our request, so that names what the form is about: whichever process gets the answer knows what to do with it.
 */
export function createPushForm(server: Server, { mcpReq }: ServerContext): PushForm {
  return async (params, state) => {
    const message = { jsonrpc: '2.0', id: state, method: 'elicitation/create', params } as const;
    await server.transport?.send(message, { relatedRequestId: mcpReq.id });
  };
}
