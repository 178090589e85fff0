import { hmacSha256 } from '#hash';
import { canonicalJson } from '../../core/canonical-json.ts';
import { ConfigError } from '../../core/errors.ts';
import { formatIssues } from '../../core/issue.ts';
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { fromBase64Url, toBase64Url } from '../base64.ts';
import { parseJson } from '../path/parse-json.ts';

/** What a person decided about one gate of one call, for a way that leads outside of the process. */
export interface Approval {
  readonly gateId: string;
  readonly invocationId: string;
  /** The digest of the tool's definition as it was shown to whoever decided. */
  readonly toolDigest: string;
  /** The digest of the tool's authority as it was shown; compared if it is given. */
  readonly authorityDigest?: string | undefined;
  /** The digest of tool, version and arguments as they were shown. */
  readonly contentDigest: string;
  readonly decision: 'approve' | 'reject';
  /** Who decided. Not empty. */
  readonly approver: string;
  readonly reason?: string | undefined;
  /** The answer, for a gate that asks for one. */
  readonly value?: JsonValue | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How a token is read. */
export interface ReadApprovalOptions {
  /** At least one, each of at least 32 bytes: a key can be replaced while tokens of it are on their way. */
  readonly keys: readonly Uint8Array[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An approval that is signed and has not expired; or that it is no token, of another key, or too late. */
export type ReadApprovalOutcome =
  | { readonly ok: true; readonly approval: Approval }
  | { readonly ok: false; readonly reason: 'malformed' | 'forged' | 'expired' };

const VERSION = 'v1';
/** Keeps signatures apart from any others that the same key may make. */
const DOMAIN = 'toolcrib approval v1\n';
/** How many bytes a key must have. */
export const MIN_KEY_BYTES = 32;
const MAC_BYTES = 32;
const MAX_TOKEN_CHARS = 65_536;

const requiredTexts = ['gateId', 'invocationId', 'toolDigest', 'contentDigest', 'approver'] as const;
const fieldNames: ReadonlySet<string> = new Set([
  ...requiredTexts,
  'authorityDigest',
  'decision',
  'reason',
  'value',
  'expiresAt',
] satisfies (keyof Approval)[]);

/**
 * A compact token that carries an approval and proves that a holder of the key made it. It is signed, not
 * encrypted: whoever has it can read it. Equal approvals give equal tokens.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the key is short, or when the approval is incomplete or longer
 * than a token of 65,536 characters can carry.
 */
export function signApproval(approval: Approval, key: Uint8Array): string {
  assertKey(key);
  const copy = copyJson(approval);
  if (!copy.ok) throw invalid(`An approval must be JSON: ${formatIssues(copy.issues)}.`);
  const problem = findShapeProblem(copy.value);
  if (problem !== undefined) throw invalid(`An approval cannot be signed: ${problem}.`);
  const payload = toBase64Url(new TextEncoder().encode(canonicalJson(copy.value)));
  const token = `${VERSION}.${payload}.${toBase64Url(sign(payload, key))}`;
  if (token.length > MAX_TOKEN_CHARS) throw invalid('An approval cannot be signed: it is too long.');
  return token;
}

/**
 * Reads a token from outside. That it is genuine says nothing about the gate: compare its ids and digests
 * with the gate that it is for.
 *
 * @throws ConfigError `E_INVALID_OPTION` when there is no key or one of them is short.
 */
export function readApproval(token: string, options: ReadApprovalOptions): ReadApprovalOutcome {
  const { keys } = options;
  if (keys.length === 0) throw invalid('An approval cannot be read without a key.');
  for (const key of keys) assertKey(key);

  const parts = splitToken(token);
  if (parts === undefined) return { ok: false, reason: 'malformed' };
  // Nothing of the payload is looked at before its signature is known to be good.
  if (!keys.some((key) => isEqual(sign(parts.payload, key), parts.mac)))
    return { ok: false, reason: 'forged' };
  const approval = readPayload(parts.payload);
  if (approval === undefined) return { ok: false, reason: 'malformed' };
  return options.now < approval.expiresAt ? { ok: true, approval } : { ok: false, reason: 'expired' };
}

function splitToken(token: string): { readonly payload: string; readonly mac: Uint8Array } | undefined {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_CHARS) return undefined;
  const [version, payload, signature, ...rest] = token.split('.');
  if (version !== VERSION || payload === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  const mac = fromBase64Url(signature);
  return mac?.length === MAC_BYTES ? { payload, mac } : undefined;
}

function readPayload(payload: string): Approval | undefined {
  const bytes = fromBase64Url(payload);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const parsed = parseJson(text, { maxChars: MAX_TOKEN_CHARS });
  if (!parsed.ok || findShapeProblem(parsed.value) !== undefined) return undefined;
  // The shape has just been checked.
  return parsed.value as JsonObject & Approval;
}

/** Completes a sentence. */
function findShapeProblem(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'it is no object';
  const unknown = Object.keys(value).find((name) => !fieldNames.has(name));
  if (unknown !== undefined) return 'it has a field that does not exist';
  const missing = requiredTexts.find((name) => typeof value[name] !== 'string' || value[name] === '');
  if (missing !== undefined) return `${missing} must be a text that is not empty`;
  const { decision, reason, authorityDigest, expiresAt } = value;
  if (decision !== 'approve' && decision !== 'reject') return 'decision must be "approve" or "reject"';
  if (reason !== undefined && typeof reason !== 'string') return 'reason must be a text';
  if (authorityDigest !== undefined && typeof authorityDigest !== 'string') {
    return 'authorityDigest must be a text';
  }
  return typeof expiresAt === 'number' ? undefined : 'expiresAt must be a number';
}

function sign(payload: string, key: Uint8Array): Uint8Array {
  return hmacSha256(key, new TextEncoder().encode(DOMAIN + payload));
}

/** Takes the same time wherever two texts of one length differ. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}

function assertKey(key: Uint8Array): void {
  if (key instanceof Uint8Array && key.length >= MIN_KEY_BYTES) return;
  throw invalid(`The key of an approval must be at least ${MIN_KEY_BYTES} bytes.`);
}

function invalid(message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'approval' } });
}
