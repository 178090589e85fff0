import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { countTokens, type Script, type StreamEvent, type WireFormat } from './wire-format.ts';

/** How a scripted server is started. */
export interface ScriptedServerOptions {
  readonly format: WireFormat;
  readonly script: Script;
  /** How long it waits before each event, in milliseconds, so that people see the stream. @default 0 */
  readonly paceMs?: number;
}

/** A model provider on this machine, for the real SDKs. */
export interface ScriptedServer {
  readonly url: string;
  /** The body of every request, as it came over the wire. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that speaks the format of a provider and answers by a script. It listens on loopback only. */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    // A client that hangs up is all that can go wrong here, and it knows.
    answer(options, requests, { incoming, response }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Only a pipe has another kind of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(
  { format, script, paceMs = 0 }: ScriptedServerOptions,
  requests: string[],
  { incoming, response }: Exchange,
): Promise<void> {
  const body = await readBody(incoming);
  const serial = requests.push(body);
  const events = attempt(() => {
    if (incoming.url !== format.path) throw new Error(`There is nothing at ${incoming.url}.`);
    const head = { serial, inputTokens: countTokens(body) };
    return format.toEvents(script(format.readRequest(JSON.parse(body))), head);
  });
  if (events instanceof Error) {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(format.toError(events.message)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await send(response, events, paceMs);
}

async function send(response: ServerResponse, events: readonly StreamEvent[], paceMs: number): Promise<void> {
  for (const event of events) {
    if (paceMs > 0) await pause(paceMs);
    if (response.destroyed) return;
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What an action gives, or the error that it throws. */
function attempt<Value>(action: () => Value): Value | Error {
  try {
    return action();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
