import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import type { FuzzAnswer } from './judge-answer.ts';

/** Far beyond what any request takes, on any machine; what takes longer hangs. */
const HANG_MS = 30_000;

/** Headers of a request as they go out, with the key of whoever asks. */
export function headersOf(
  { asker, headers }: FuzzRequest,
  { keys }: FuzzWorld,
): readonly (readonly [string, string])[] {
  const key = asker === 'garbage' ? 'tcrib_abcdefgh_garbage' : keys[asker];
  const hasOwn = headers.some(([name]) => name === 'authorization');
  return key === undefined || hasOwn ? headers : [['authorization', `Bearer ${key}`], ...headers];
}

/** Sends a request to the handler, as a server would. Rejects if there is no answer in any sensible time. */
export async function sendInProcess(request: FuzzRequest, world: FuzzWorld): Promise<FuzzAnswer> {
  const { method, target, body } = request;
  const headers = new Headers();
  for (const [name, value] of headersOf(request, world)) headers.set(name, value);
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  const gone = new AbortController();
  const init = { method, headers, signal: gone.signal, ...(hasBody && { body }) };
  const response = await inTime(world.fetch(new Request('http://localhost/', init), { target }));
  const text = await inTime(readText(response));
  // As a client that hangs up; streams and calls that go on are told so.
  gone.abort();
  return { status: response.status, headers: response.headers, text };
}

/** The whole text; of an event stream, which may go on for ever, only what is there. */
async function readText(response: Response): Promise<string> {
  if (
    response.headers.get('content-type')?.startsWith('text/event-stream') !== true ||
    response.body === null
  ) {
    return await decompress(response).text();
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let reads = 0; reads < 3; reads++) {
    const part = await Promise.race([reader.read(), turns(20)]);
    if (part === undefined || part.done) break;
    text += decoder.decode(part.value, { stream: true });
  }
  reader.cancel().catch(() => undefined);
  return text;
}

function decompress(response: Response): Response {
  if (response.headers.get('content-encoding') !== 'gzip' || response.body === null) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

/** Some turns of the event loop. */
async function turns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  return undefined;
}

export async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It hangs.')), HANG_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
