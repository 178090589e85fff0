import type { Media } from '../../core/media.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { CallProblem, CallRecord } from '../call-record.ts';
import { neutraliseMarks, wrapUntrusted } from './envelope.ts';
import { type Redactor, redactCredentials } from './redact.ts';
import { describeRedactions, findRedactions, type Redaction } from './redactions.ts';
import { renderIssues } from './render-issues.ts';
import { renderResult } from './render-result.ts';

/** How a record is rendered for a model. */
export interface ModelRenderingOptions {
  /** Random, new for each rendering: 8 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly nonce: string;
  /** Applied to every text before anything else. @default redactCredentials */
  readonly redact?: Redactor | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof ModelRenderingOptions>(['nonce', 'redact']);

/** A piece of what a model is given. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'media'; readonly media: Media };

/** What a model is given of a call: at least one part, and no text that is empty. */
export interface ModelRendering {
  readonly isError: boolean;
  readonly parts: readonly ModelPart[];
}

/**
 * A record as a model reads it. The result of a tool that is not trusted is inside an envelope; media that
 * are not ours have a warning before them; what was redacted is told after it; everything else is our own words, in which nothing that they
 * quote can pass for an envelope. What a tool threw is never shown.
 *
 * @throws ConfigError `E_INVALID_OPTION` when the nonce is short or has other characters.
 */
export function renderForModel(record: CallRecord, options: ModelRenderingOptions): ModelRendering {
  requireKnownOptions(options, optionNames);
  const { nonce, redact = redactCredentials } = options;
  const ownText = (text: string): ModelPart => ({ type: 'text', text: neutraliseMarks(redact(text), nonce) });
  const redactions: Redaction[] = [];
  const content = (text: string): ModelPart => {
    const clean = record.isRedacted ? redact(text) : text;
    redactions.push(...findRedactions(text, clean));
    const shown = record.isTrusted ? clean : wrapUntrusted(clean, { nonce, source: record.toolName });
    return { type: 'text', text: shown };
  };

  const { problem, result } = record;
  if (problem !== undefined)
    return { isError: true, parts: [ownText(describeProblem(record, problem, redact))] };
  // That of a large result was redacted when it was stored.
  if (result?.kind === 'artifact') redactions.push(...(result.redactions ?? []));
  const parts = result === undefined ? [] : renderResult(result, { ownText, content });
  if (redactions.length > 0) parts.push(ownText(describeRedactions(redactions)));
  return { isError: false, parts: parts.length > 0 ? parts : [ownText('The tool returned nothing.')] };
}

function describeProblem(
  { sideEffect }: CallRecord,
  { message, hint, issues, retryable }: CallProblem,
  redact: Redactor,
): string {
  const told = hint === undefined ? message : `${message} ${hint}`;
  const lines = [told, ...renderIssues(issues, redact).map((line) => `- ${line}`)];
  if (sideEffect === 'done') {
    lines.push('The call took effect all the same. Do not call again before you have looked at what it did.');
  } else if (sideEffect === 'unknown') {
    lines.push(
      'It is not known whether the call took effect. Do not call again before you have found out: look with a tool that reads, or ask the user.',
    );
  } else if (retryable) lines.push('The same call may be made again later.');
  return lines.join('\n');
}
