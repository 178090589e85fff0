/** One event of a stream (SSE). */
export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  /** Its JSON; undefined if it is none. */
  readonly data: unknown;
}

/** No event of ours is nearly as long. */
const MAX_EVENT_CHARS = 4_194_304;

/** The events of an answer, until it ends or the signal is aborted. */
export async function* readEvents(answer: Response, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const cancel = (): void => {
    // The stream may have broken by itself already.
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      const blocks = `${rest}${value}`.replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > MAX_EVENT_CHARS) throw new Error('An event of the stream is too long.');
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Undefined for a comment that only keeps the connection open. */
function parseEvent(block: string): StreamEvent | undefined {
  const fields = { id: '', event: 'message', data: '' };
  let hasData = false;
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') {
      fields.data += hasData ? `\n${value}` : value;
      hasData = true;
    } else if (name === 'id' || name === 'event') fields[name] = value;
  }
  return hasData ? { id: fields.id, type: fields.event, data: parseData(fields.data) } : undefined;
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever reads the stream decides what to do with something that is no JSON.
    return undefined;
  }
}
