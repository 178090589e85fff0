import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Artifact, JsonObject, JsonValue } from 'toolcrib';
import { SpooledArtifact } from 'toolcrib/artifacts';
import type { Redactor } from 'toolcrib/runtime';
import { decodeText } from '../http/decode-text.ts';
import { toPlainMimeType } from '../http/plain-mime-type.ts';
import { isNameTaken } from './is-name-taken.ts';
import type { McpParts } from './mcp-parts.ts';
import { CALL_ID_META, redactedContent, textContent } from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';
import { openStoredResult } from './open-stored-result.ts';
import type { StoredResult } from './other-results.ts';
import { QUERY_RESULT } from './own-tools.ts';
import { readBounded } from './read-bounded.ts';
import { renderJson } from './render-json.ts';
import { toResultUri } from './result-uri.ts';

/** A result that is stored because it is large or not text, and for whom it is rendered. */
export interface ArtifactRendering {
  readonly parts: Pick<McpParts, 'calls' | 'maxResultBytes' | 'onFault'>;
  readonly session: McpSession;
  readonly callId: string;
  /** As the call left it; it may not be kept any more. */
  readonly artifact: Artifact;
  readonly preview: string;
  readonly redact: Redactor;
  /** The schema that the client was shown, of a tool that gives JSON; without one the result is text only. */
  readonly outputSchema: JsonObject | undefined;
}

/**
 * Renders a stored result. Text and JSON are sent whole up to the limit of the endpoint; of what is larger, and of other bytes,
 * the beginning, a link, and how to read on.
 */
export async function renderArtifact(rendering: ArtifactRendering): Promise<CallToolResult> {
  const text = await readWhole(rendering);
  return text === undefined ? await renderStored(rendering) : renderWhole(text, rendering);
}

/** Undefined for what is too large or no text, and for what cannot be read now: what the call has done is told all the same. */
async function readWhole({ artifact, parts }: ArtifactRendering): Promise<string | undefined> {
  const { maxResultBytes, onFault } = parts;
  if (artifact.byteLength > maxResultBytes || !isText(artifact)) return undefined;
  try {
    const bytes = await readBounded(artifact.stream(), maxResultBytes);
    return bytes && decodeText(bytes);
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

function renderWhole(text: string, { callId, redact, outputSchema }: ArtifactRendering): CallToolResult {
  const value = outputSchema === undefined ? undefined : parseJson(text);
  return value === undefined
    ? { content: redactedContent(text, redact) }
    : renderJson(value, { callId, redact, outputSchema });
}

async function renderStored(rendering: ArtifactRendering): Promise<CallToolResult> {
  const { callId, artifact, redact, outputSchema, parts, session } = rendering;
  const preview = redact(rendering.preview);
  const uri = toResultUri(callId);
  const mimeType = toPlainMimeType(artifact.mimeType);
  const { byteLength: bytes } = artifact;
  const shown = preview === '' ? [] : [textContent(preview)];
  const meta = { [CALL_ID_META]: callId };
  const reason = isText(artifact) ? 'too large to be sent' : 'not sent because it is not text';
  const about = `The result of call ${callId} is ${bytes} bytes of ${mimeType}, ${reason}.`;
  if ((await openStoredResult(parts, session, callId)) === undefined) {
    const advice = isText(artifact) ? ' Ask the tool for less.' : '';
    const message = `${about} It is not kept, so nothing more of it can be read.${advice}`;
    return { _meta: meta, content: [...shown, textContent(message)] };
  }
  const message = `${about} ${await describeReading(rendering, uri)}`;
  const storedResult: StoredResult = { callId, uri, mimeType, bytes, message, preview };
  const link = {
    type: 'resource_link',
    uri,
    name: `result of call ${callId}`,
    mimeType,
    size: bytes,
  } as const;
  return {
    _meta: meta,
    content: [...shown, textContent(message), link],
    ...(outputSchema !== undefined && { structuredContent: { storedResult } }),
  };
}

/** What a model can do next. */
async function describeReading(
  { artifact, preview, session }: ArtifactRendering,
  uri: string,
): Promise<string> {
  const beginning = preview === '' ? 'Nothing of it is shown.' : 'Only its beginning is shown.';
  const again = 'Calling the tool again gives no more than that.';
  const resource = `All of it is the resource ${uri}.`;
  if (!isText(artifact) || (await isNameTaken(session, QUERY_RESULT)))
    return `${beginning} ${again} ${resource}`;
  const isJson = toPlainMimeType(artifact.mimeType) === 'application/json';
  const queries = isJson
    ? 'artifact_json_keys, artifact_json_get or artifact_json_filter'
    : 'artifact_grep or artifact_cat';
  return `${beginning} It is stored. To read more, call ${QUERY_RESULT} with this call id and a query such as ${queries}. ${again} ${resource}`;
}

function isText(artifact: Artifact): boolean {
  return SpooledArtifact.accepts({ artifact, preview: '' });
}

/** Undefined for what is no JSON. */
function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The tool gave an artifact of its own, which may say anything of itself.
    return undefined;
  }
}
