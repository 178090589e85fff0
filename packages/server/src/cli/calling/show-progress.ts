import { isRecord, recordOf, textOf } from '../client/json-fields.ts';
import { readEvents } from '../client/read-events.ts';
import type { CliSession } from '../session.ts';

/** Shows how far a call is, on a terminal, until the answer is called. It is only for the eye: if it fails, nothing happens. */
export function showProgress(session: CliSession, id: string): () => void {
  const { io, out } = session;
  if (!io.stderr.isTTY || out.isJson) return () => undefined;
  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    const client = await session.connect();
    const answer = await client.open('GET', session.path('calls', id, 'events'), {
      headers: { accept: 'text/event-stream' },
    });
    for await (const event of readEvents(answer, stop.signal)) {
      const data = isRecord(event.data) ? event.data : {};
      if (event.type === 'tool-call-progress') out.progress(describe(recordOf(data, 'progress')));
    }
  };
  follow().catch(() => {
    // The call goes on and its end is asked for elsewhere.
  });
  return () => {
    stop.abort();
    out.progress('');
  };
}

function describe(progress: Readonly<Record<string, unknown>>): string {
  const done = textOf(progress, 'progress') || textOf(progress, 'done');
  const total = textOf(progress, 'total');
  const amount = total === '' ? done : `${done}/${total}`;
  return [amount, textOf(progress, 'message')].filter((part) => part !== '').join(' ');
}
