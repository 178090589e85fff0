/** A server-sent event, as a client reads it. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of many shapes.
  readonly data: any;
}

/** Reads a stream of server-sent events; comments are left out. Ending it early cancels the stream. */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent, void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    throw new Error(`There is no stream, but ${response.status}: ${await response.text()}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const event = readEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== undefined) yield event;
    }
  }
}

function readEvent(block: string): SentEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(data) };
}
