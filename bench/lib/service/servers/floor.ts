// The least that answers the two methods over HTTP: no checks, no policy, no records, and a list that was rendered before.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDefinitions } from '../../json-definitions.ts';
import { FLOOR_ANSWERS, type FloorAnswers } from '../floor-answers.ts';
import { listenAndTell } from './listen-and-tell.ts';

// What the row has written there.
const answers: FloorAnswers = JSON.parse(readFileSync(FLOOR_ANSWERS, 'utf8'));
const lists = { modern: Buffer.from(answers.modern.list), legacy: Buffer.from(answers.legacy.list) };
const tools = new Map(
  createDefinitions(Number(process.env.BENCH_TOOLS)).map((definition) => [definition.name, definition]),
);

listenAndTell((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => answer(JSON.parse(String(Buffer.concat(chunks))), request, response));
});

async function answer(
  { id, method, params }: { id: unknown; method: string; params: { name: string; arguments: unknown } },
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const era = headers['mcp-protocol-version'] === '2026-07-28' ? 'modern' : 'legacy';
  const [start, end] = era === 'legacy' ? ['event: message\ndata: ', '\n\n'] : ['', ''];
  const type = era === 'legacy' ? 'text/event-stream' : 'application/json';
  if (method === 'tools/list') {
    const list = lists[era];
    const head = Buffer.from(`${start}{"result":`);
    const tail = Buffer.from(`,"jsonrpc":"2.0","id":${JSON.stringify(id)}}${end}`);
    response.writeHead(200, {
      'content-type': type,
      'content-length': head.length + list.length + tail.length,
    });
    response.write(head);
    response.write(list);
    response.end(tail);
    return;
  }
  const text = await tools.get(params.name)?.handler(params.arguments);
  const result = { ...answers[era].callResult, content: [{ type: 'text', text }] };
  const body = `${start}${JSON.stringify({ result, jsonrpc: '2.0', id })}${end}`;
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
