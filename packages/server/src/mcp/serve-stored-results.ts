import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { type Artifact, ToolcribError } from 'toolcrib';
import { SpooledArtifact } from 'toolcrib/artifacts';
import type { Redactor } from 'toolcrib/runtime';
import { toPlainMimeType } from '../http/plain-mime-type.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';
import { openStoredResult } from './open-stored-result.ts';
import { RESULT_URI_TEMPLATE, type ResultPlace, readResultUri, toResultUri } from './result-uri.ts';

type Contents = ReadResourceResult['contents'][number];

const templates = [
  {
    uriTemplate: RESULT_URI_TEMPLATE,
    name: 'Stored result of a call',
    description: 'A large result of one of your own calls, from a byte on.',
  },
];

/** Lets clients read the stored results of their own calls as resources. They are not listed: calls name them. */
export function serveStoredResults(
  server: Server,
  parts: Pick<McpParts, 'calls' | 'limiter' | 'maxResultBytes'>,
  session: McpSession,
): void {
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const place = readResultUri(uri);
    if (place === undefined) throw new ResourceNotFoundError(uri);
    const release = acquire(parts, session);
    try {
      const stored = await openStoredResult(parts, session, place.callId);
      if (stored === undefined || place.from > stored.artifact.byteLength)
        throw new ResourceNotFoundError(uri);
      const { artifact, redact } = stored;
      return {
        contents: await readPart(artifact, place, { redact, signal, maxBytes: parts.maxResultBytes }),
      };
    } finally {
      release();
    }
  });
}

interface PartBounds {
  readonly redact: Redactor;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** What fits from a byte on. If there is more, a second text says so, so that a part is never taken for the whole. */
async function readPart(artifact: Artifact, place: ResultPlace, bounds: PartBounds): Promise<Contents[]> {
  const { callId, from } = place;
  const mimeType = toPlainMimeType(artifact.mimeType);
  const { toByte, ...content } = SpooledArtifact.accepts({ artifact, preview: '' })
    ? await readText(artifact, from, bounds)
    : await readBlob(artifact, from, bounds);
  const part = { uri: toResultUri(callId, from), mimeType, ...content };
  const size = artifact.byteLength;
  if (toByte >= size) return [part];
  const next = toResultUri(callId, toByte);
  const text = `Above are bytes ${from} to ${toByte} of ${size}. To read on, read the resource ${next}.`;
  return [
    { ...part, _meta: { 'toolcrib/nextUri': next, 'toolcrib/size': size } },
    { uri: next, mimeType: 'text/plain', text },
  ];
}

async function readText(artifact: Artifact, from: number, { maxBytes, redact, signal }: PartBounds) {
  const { text, toByte } = await new SpooledArtifact(artifact).cat({
    fromByte: from,
    maxBytes,
    redact,
    signal,
  });
  return { text, toByte };
}

async function readBlob(artifact: Artifact, from: number, { maxBytes }: PartBounds) {
  const bytes = Buffer.alloc(Math.min(maxBytes, artifact.byteLength - from));
  let length = 0;
  for await (const chunk of artifact.streamFrom(from)) {
    bytes.set(chunk.subarray(0, bytes.length - length), length);
    length = Math.min(bytes.length, length + chunk.length);
    if (length === bytes.length) break;
  }
  return { blob: bytes.subarray(0, length).toString('base64'), toByte: from + length };
}

/** Reading counts as a call does. */
function acquire({ limiter }: Pick<McpParts, 'limiter'>, { actor }: McpSession): () => void {
  try {
    return limiter?.acquire('calls', actor.principal) ?? (() => undefined);
  } catch (error) {
    if (!(error instanceof ToolcribError && error.fault === 'caller')) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
  }
}
