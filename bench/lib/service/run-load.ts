import { connect, type Socket } from 'node:net';
import type { HttpRequest } from './mcp-message.ts';

/** What is sent, how often, and over how many connections that each wait for their answers. */
export interface Load {
  readonly port: number;
  readonly request: HttpRequest;
  readonly count: number;
  readonly connections: number;
  /** Whether answers may differ in length, as those do that tell a time. @default false */
  readonly isLengthFree?: boolean;
}

/**
 * Sends one request so often, and resolves when all were answered. Rejects unless all answers have the status 200, and bodies
 * of one length. It does less than a client of Node, so that it can keep a server busy from the core beside it.
 */
export async function runLoad({
  port,
  request,
  count,
  connections,
  isLengthFree = false,
}: Load): Promise<void> {
  const state: LoadState = { bytes: toBytes(request, port), left: count, length: undefined, isLengthFree };
  const workers = Array.from({ length: Math.min(connections, count) }, () => runConnection(port, state));
  await Promise.all(workers);
}

interface LoadState {
  readonly bytes: Buffer;
  left: number;
  /** Of the body of every answer. */
  length: number | undefined;
  readonly isLengthFree: boolean;
}

function toBytes({ path, headers, body }: HttpRequest, port: number): Buffer {
  const all = { host: `127.0.0.1:${port}`, ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function runConnection(port: number, state: LoadState): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const reader = new AnswerReader();
    const next = (): void => {
      if (state.left === 0) {
        socket.end();
        resolve();
        return;
      }
      state.left -= 1;
      socket.write(state.bytes);
    };
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.on('connect', next).on('error', fail);
    // Of a promise that is settled already, this does nothing.
    socket.on('close', () => reject(new Error('The server has closed a connection.')));
    socket.on('data', (chunk: Buffer) => {
      const answer = reader.take(chunk);
      if (answer === undefined) return;
      state.length ??= answer.length;
      if (answer.status !== 200 || (answer.length !== state.length && !state.isLengthFree)) {
        fail(new Error(`An answer is not like the first: ${answer.status}, ${answer.length} bytes.`));
        return;
      }
      next();
    });
  });
}

interface Answer {
  readonly status: number;
  /** Of the body as it was sent. */
  readonly length: number;
}

const HEAD_END = '\r\n\r\n';
const CHUNKS_END = Buffer.from('0\r\n\r\n');

/** Finds where answers end, one after the other. */
class AnswerReader {
  #head: Buffer | undefined;
  #status = 0;
  /** Undefined for a body in chunks, which ends with an empty one. */
  #expected: number | undefined;
  #length = 0;
  #tail: Buffer = Buffer.alloc(0);

  /** Undefined while there is more to come. */
  take(chunk: Buffer): Answer | undefined {
    const body = this.#status === 0 ? this.#readHead(chunk) : chunk;
    if (body === undefined) return undefined;
    this.#length += body.length;
    if (this.#expected === undefined) {
      this.#tail = Buffer.concat([this.#tail, body.subarray(-CHUNKS_END.length)]).subarray(
        -CHUNKS_END.length,
      );
    }
    const isDone =
      this.#expected === undefined ? this.#tail.equals(CHUNKS_END) : this.#length >= this.#expected;
    if (!isDone) return undefined;
    const answer = { status: this.#status, length: this.#length };
    this.#status = 0;
    this.#length = 0;
    this.#tail = Buffer.alloc(0);
    return answer;
  }

  /** Gives what came of the body with the rest of the head. */
  #readHead(chunk: Buffer): Buffer | undefined {
    const all = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const end = all.indexOf(HEAD_END);
    if (end === -1) {
      this.#head = all;
      return undefined;
    }
    this.#head = undefined;
    const head = all.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#expected = length === undefined ? undefined : Number(length);
    return all.subarray(end + HEAD_END.length);
  }
}
