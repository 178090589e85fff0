import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { CallRecord, GateSummary } from '../call-record.ts';
import type { CallResult } from '../call-result.ts';
import { decodeText } from '../decode-text.ts';
import { maskSecretKeys } from './mask-secret-keys.ts';
import { type Redactor, redactCredentials } from './redact.ts';
import { renderIssues } from './render-issues.ts';
import { describe, describeBinary } from './render-result.ts';
import { summariseCall } from './summarise-call.ts';
import { toVisibleLine, toVisibleText } from './visible-text.ts';

/** How a record is rendered for people. */
export interface UserRenderingOptions {
  /** Applied to every text. @default redactCredentials */
  readonly redact?: Redactor | undefined;
  /** How much is shown of the arguments, and of the result. @default 2_000 */
  readonly maxChars?: number | undefined;
}

/**
 * What a person is shown of a call, in a console or a terminal. Secrets are taken out as far as they can be
 * told, and no text can drive the terminal. A page must still escape it for HTML.
 */
export interface UserRendering {
  /** What the tool is called. */
  readonly title: string;
  /** What happened, in one line. */
  readonly summary: string;
  /** The arguments as JSON over several lines; undefined if they were not readable. */
  readonly args: string | undefined;
  /** Every failing field of the arguments, one line each. */
  readonly issues: readonly string[];
  /** The beginning of the result, or what it is; undefined if the call did not end well. */
  readonly result: string | undefined;
  /** How each gate was settled, one line each. */
  readonly gates: readonly string[];
}

const optionNames: ReadonlySet<string> = new Set<keyof UserRenderingOptions>(['redact', 'maxChars']);
const MAX_CHARS = 2_000;
const MAX_TITLE_LENGTH = 256;
const MAX_LINE_LENGTH = 512;

/** A record as people read it. What a tool threw is never shown. */
export function renderForUser(record: CallRecord, options: UserRenderingOptions = {}): UserRendering {
  requireKnownOptions(options, optionNames);
  const { redact = redactCredentials, maxChars = MAX_CHARS } = options;
  const line = (text: string) => toVisibleLine(redact(text), MAX_LINE_LENGTH);
  // Cut last, so that no half of a secret escapes the redactor.
  const block = (text: string) => cut(toVisibleText(redact(text)), maxChars);
  const wholeBlock = (text: string) => cut(toVisibleText(text), maxChars);
  const { args } = record.details();
  const { problem, result, isRedacted } = record;
  return {
    title: toVisibleLine(record.toolTitle, MAX_TITLE_LENGTH),
    summary: line(summariseCall(record)),
    args: args && block(JSON.stringify(maskSecretKeys(args), undefined, 2)),
    issues: renderIssues(problem?.issues ?? [], redact),
    result: result && (isRedacted ? block : wholeBlock)(describeResult(result, isRedacted)),
    gates: record.gates.map((gate) => line(describeGate(gate))),
  };
}

function describeResult(result: CallResult, isRedacted: boolean): string {
  switch (result.kind) {
    case 'text':
      return result.text;
    case 'json':
      return JSON.stringify(isRedacted ? maskSecretKeys(result.value) : result.value, undefined, 2);
    case 'bytes':
      return decodeText(result.bytes) ?? describeBinary(result.bytes);
    case 'media':
      return describe(result.media);
    case 'artifact':
      return `${describe(result.artifact)}\n${result.preview}`;
    case 'omitted':
      return `${describe(result.description)}, not kept`;
  }
}

function describeGate({ name, status, approver, approverName = approver, reason }: GateSummary): string {
  const by = approverName === undefined ? '' : ` by ${approverName}`;
  return `${name}: ${status.replace('_', ' ')}${by}${reason === undefined ? '' : `: ${reason}`}`;
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).toWellFormed()}… (cut, ${text.length} characters in all)`;
}
