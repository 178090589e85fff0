import { createServer, type Http2ServerRequest, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { checkBedrockMessages } from './bedrock-messages.ts';
import { checkBedrockTools } from './published-rules/bedrock.ts';

/** What the model says in one step. */
export interface BedrockStep {
  readonly content?: readonly unknown[];
  readonly stopReason?: string;
}

/** A request that the server got. */
export interface BedrockRequest {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a client sent.
  readonly body: any;
  /** How many characters the body has. */
  readonly size: number;
}

export interface BedrockServer {
  readonly url: string;
  readonly requests: readonly BedrockRequest[];
  close(): Promise<void>;
}

/**
 * A server that speaks Bedrock's Converse API and plays one step a request. It refuses what Bedrock would refuse:
 * tools and conversations that break its rules. The SDK speaks HTTP/2, and to loopback without TLS.
 */
export async function startBedrockServer(
  steps: readonly (BedrockStep | ((request: BedrockRequest) => BedrockStep))[],
): Promise<BedrockServer> {
  const requests: BedrockRequest[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      const step = steps[requests.push(request) - 1];
      const { status, json } = answer(request, typeof step === 'function' ? step(request) : step);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    });
  });
  server.on('session', (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
}

function answer({ body }: BedrockRequest, step: BedrockStep | undefined): { status: number; json: unknown } {
  const problems = [
    ...checkBedrockMessages(body),
    ...(body.toolConfig === undefined ? [] : checkBedrockTools(body.toolConfig.tools)),
    ...(step === undefined ? ['There is no step.'] : []),
  ];
  if (problems.length > 0) return { status: 400, json: { message: problems.join('\n') } };
  const { content = [], stopReason = 'tool_use' } = step ?? {};
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const output = { message: { role: 'assistant', content } };
  return { status: 200, json: { output, stopReason, usage, metrics: { latencyMs: 1 } } };
}

async function readRequest(incoming: Http2ServerRequest): Promise<BedrockRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return { path: incoming.url, body: JSON.parse(text), size: text.length };
}
