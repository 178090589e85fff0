import assert from 'node:assert/strict';
import type { Answer, ConnectedClient } from './client.ts';
import type { TriedService } from './service/start-service.ts';
import { HUGE, LARGE, linesOf, rowsOf } from './service/tools.ts';
import { within } from './within.ts';

/** Tries one thing; rejects, saying what was seen, if it does not work. */
export type Check = (client: ConnectedClient, service: TriedService) => Promise<void>;

/** How long something may take that is told, not answered. */
const PATIENCE_MS = 8_000;

const toolNames = [
  'add',
  'come_and_go',
  'delete_record',
  'fail',
  'give_rows',
  'give_text',
  'take_steps',
  'wait',
];
const ownNames = ['call_result', 'query_result'];

async function list(client: ConnectedClient): Promise<void> {
  assert.deepEqual([...(await client.listTools())].sort(), [...toolNames, ...ownNames].sort());
}

async function call(client: ConnectedClient): Promise<void> {
  const answer = await client.callTool('add', { a: 2, b: 40 });
  assertFine(answer);
  assert.deepEqual(readValue(answer), { sum: 42 });
}

/** Errors of a tool and wrong arguments are told, with what to do about them. */
async function error(client: ConnectedClient): Promise<void> {
  const failed = await client.callTool('fail', {});
  assert.match(failed.text, /The city "Atlantis" is unknown\. Ask for a city of this world\./);
  assert.notEqual(failed.isError, false, 'A failed call is not told as an error.');
  const wrong = await client.callTool('add', { a: 2, b: 'forty' });
  assert.match(wrong.text, /\bb\b.*number/s);
  assert.notEqual(wrong.isError, false, 'A call with wrong arguments is not told as an error.');
}

async function approval(client: ConnectedClient, service: TriedService): Promise<void> {
  const asked = await client.callTool('delete_record', { id: 'r7' });
  const [, callId = ''] = /Call (\S+) waits for approval/.exec(asked.text) ?? [];
  assert.notEqual(callId, '', `The answer names no call: ${asked.text}`);
  assert.match(asked.text, /call_result/);
  await service.approveNext();
  const outcome = await client.callTool('call_result', { callId, waitMs: 20_000 });
  assertFine(outcome);
  assert.match(outcome.text, /Deleted record r7\./);
}

async function progress(client: ConnectedClient): Promise<void> {
  const seen: unknown[] = [];
  const answer = await client.callTool('take_steps', {}, { onProgress: (step) => seen.push(step) });
  assertFine(answer);
  assert.match(answer.text, /Done\./);
  assert.ok(seen.length > 0, 'No progress arrives.');
  assert.match(JSON.stringify(seen.at(-1)), /"step 3"/);
}

/** The call ends in the service when the client gives up. */
async function cancellation(client: ConnectedClient, service: TriedService): Promise<void> {
  const waiting = service.nextWait();
  const giveUp = new AbortController();
  const answer = client.callTool('wait', {}, { signal: giveUp.signal });
  try {
    await within(waiting.started, PATIENCE_MS, 'The call does not start.');
    giveUp.abort();
    await within(waiting.aborted, PATIENCE_MS, 'The call is not aborted.');
  } finally {
    waiting.release();
    await answer;
  }
}

async function largeText(client: ConnectedClient): Promise<void> {
  const whole = await client.callTool('give_text', { lines: LARGE.lines });
  assertFine(whole);
  assert.ok(whole.text === linesOf(LARGE.lines), `The text is not whole: ${shorten(whole.text)}`);
  const stored = await client.callTool('give_text', { lines: HUGE.lines });
  const last = `${HUGE.lines - 1}`.padStart(9, '0');
  await readStored(client, stored, {
    whole: linesOf(HUGE.lines),
    query: 'artifact_tail',
    arguments: { lines: 1 },
    found: last,
  });
}

async function largeStructured(client: ConnectedClient): Promise<void> {
  const whole = await client.callTool('give_rows', { count: LARGE.rows });
  assertFine(whole);
  assert.deepEqual(readValue(whole), { rows: rowsOf(LARGE.rows) });
  const stored = await client.callTool('give_rows', { count: HUGE.rows });
  const last = HUGE.rows - 1;
  await readStored(client, stored, {
    whole: JSON.stringify({ rows: rowsOf(HUGE.rows) }),
    query: 'artifact_json_get',
    arguments: { path: `/rows/${last}/name` },
    found: `row ${last}`,
  });
}

interface StoredCheck {
  readonly whole: string;
  readonly query: string;
  readonly arguments: object;
  readonly found: string;
}

/** A result that is too large says so; it is asked by a query, and read where the client can read resources. */
async function readStored(client: ConnectedClient, stored: Answer, check: StoredCheck): Promise<void> {
  assertFine(stored);
  const seen = `${stored.text}\n${JSON.stringify(stored.structured)}`;
  const [, callId = ''] = /The result of call (\S+) is \d+ bytes/.exec(seen) ?? [];
  assert.notEqual(callId, '', `The answer names no stored result: ${shorten(stored.text)}`);
  const answer = await client.callTool('query_result', {
    callId,
    query: check.query,
    arguments: check.arguments,
  });
  assertFine(answer);
  assert.ok(answer.text.includes(check.found), `The query is answered with ${shorten(answer.text)}`);
  const [uri = ''] = /toolcrib:\/\/calls\/[^/\s"]+\/result/.exec(seen) ?? [];
  assert.notEqual(uri, '', 'The answer names no resource.');
  if (client.readResource === undefined) return;
  let text = '';
  for (let next: string | undefined = uri; next !== undefined; ) {
    const parts: readonly { readonly uri?: string; readonly text?: string }[] =
      await client.readResource(next);
    text += parts[0]?.text ?? '';
    next = parts[1]?.uri;
  }
  assert.ok(text === check.whole, `The resource is not whole: ${shorten(text)}`);
}

async function listChanged(client: ConnectedClient, service: TriedService): Promise<void> {
  const told = Promise.withResolvers<void>();
  client.onListChanged?.(told.resolve);
  try {
    await service.setEnabled('come_and_go', false);
    if (client.onListChanged !== undefined)
      await within(told.promise, PATIENCE_MS, 'The client is not told.');
    assert.ok(!(await client.listTools()).includes('come_and_go'), 'The next list still has the tool.');
    assert.ok(client.onListChanged !== undefined, 'The client is not told.');
  } finally {
    await service.setEnabled('come_and_go', true);
  }
}

/** A call that waits for approval is a task, which ends with the result. */
async function tasks(client: ConnectedClient, service: TriedService): Promise<void> {
  assert.ok(client.callAsTask !== undefined, 'The client has no tasks.');
  const answer = client.callAsTask('delete_record', { id: 'r8' });
  await service.approveNext();
  const outcome = await answer;
  assertFine(outcome);
  assert.match(outcome.text, /Deleted record r8\./);
}

/** The columns of the table. */
export const checks = {
  list,
  call,
  error,
  approval,
  progress,
  cancellation,
  'large text': largeText,
  'large structured': largeStructured,
  'list changed': listChanged,
  tasks,
} as const satisfies Readonly<Record<string, Check>>;

export type CheckName = keyof typeof checks;

function assertFine({ isThrown, isError, text }: Answer): void {
  assert.ok(!isThrown, `The client throws: ${shorten(text)}`);
  assert.ok(isError !== true, `The client tells an error: ${shorten(text)}`);
}

/** Structured content; the text of it, which is its JSON, where a client gives no other. */
function readValue({ structured, text }: Answer): unknown {
  return structured ?? JSON.parse(text);
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
