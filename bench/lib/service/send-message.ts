import type { HttpRequest } from './mcp-message.ts';

/** Sends one message, and gives its result and the session that it began. Rejects for anything but a result. */
export async function sendMessage(
  port: number,
  { path, headers, body }: HttpRequest,
): Promise<{ readonly result: Record<string, unknown>; readonly sessionId: string | undefined }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const json = isStream
    ? text
        .split('\n')
        .find((line) => line.startsWith('data: {'))
        ?.slice(6)
    : text;
  const { result } = JSON.parse(json ?? 'null') ?? {};
  if (response.status !== 200 || result === undefined) {
    throw new Error(`A message was answered with ${response.status}: ${text.slice(0, 500)}`);
  }
  return { result, sessionId: response.headers.get('mcp-session-id') ?? undefined };
}
