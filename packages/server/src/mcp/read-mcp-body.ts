import { isJsonContentType } from '@modelcontextprotocol/server';
import { parseStrictJson } from 'toolcrib/runtime';
import { decodeText } from '../http/decode-text.ts';
import { findExcess, jsonLimitsOf } from '../http/json-counter.ts';
import { readBytes } from '../http/read-body.ts';

/** The body of a request, read once; or the answer to a request whose body means nothing. */
export type McpBody = { readonly value: unknown } | { readonly refusal: Response };

/**
 * Reads a body. JSON that means different things to different readers is refused.
 *
 * @throws ToolcribError `E_BODY_TOO_LARGE`.
 */
export async function readMcpBody(request: Request, maxBytes: number): Promise<McpBody> {
  if (request.method !== 'POST') return { value: undefined };
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return refuse(415, -32_000, 'Unsupported Media Type: Content-Type must be application/json');
  }
  const text = decodeText(await readBytes(request, maxBytes));
  if (text === undefined) return refuse(400, -32_700, 'Parse error: the body is not UTF-8');
  const excess = findExcess(text, jsonLimitsOf(maxBytes));
  if (excess !== undefined) return refuse(400, -32_700, `Parse error: the body ${excess}`);
  const parsed = parseStrictJson(text, { maxChars: maxBytes });
  if (parsed.ok) return { value: parsed.value };
  const [issue] = parsed.issues;
  return refuse(400, -32_700, `Parse error: the body ${issue?.message ?? 'is no JSON'}`);
}

function refuse(status: number, code: number, message: string): McpBody {
  return { refusal: Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status }) };
}
