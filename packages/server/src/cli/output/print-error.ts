import { ToolcribError, ValidationError } from 'toolcrib';
import type { TextSink } from '../cli-io.ts';
import { ApiProblem, exitCodeOf } from '../client/api-problem.ts';
import { type JsonRecord, recordsOf, textOf } from '../client/json-fields.ts';
import { hintOf } from './hints.ts';
import { createStyle } from './style.ts';
import { toVisibleJson, toVisibleLine, toVisibleText } from './visible.ts';

/** How an error is shown. */
export interface ErrorLook {
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isJson: boolean;
  /** Whether the stack is shown too. */
  readonly isVerbose: boolean;
}

/** Says on standard error what went wrong: one line, what exactly, and what to do. Answers the exit code. */
export function printError(error: unknown, look: ErrorLook): number {
  const { stderr, env, isJson, isVerbose } = look;
  const problem = toProblem(error);
  const code = textOf(problem, 'code');
  const exitCode = exitCodeOf(code, Number(problem.status));
  if (isJson) {
    stderr.write(`${toVisibleJson(problem, 0)}\n`);
    return exitCode;
  }
  const style = createStyle(stderr, env);
  const lines = [`${style.bad('error')} ${toVisibleLine(code)}: ${toVisibleLine(textOf(problem, 'detail'))}`];
  for (const issue of recordsOf(problem, 'issues')) lines.push(`  ${describeIssue(issue)}`);
  const hint = hintOf(error, code);
  if (hint !== undefined) lines.push(style.dim(`hint: ${hint}`));
  const requestId = textOf(problem, 'requestId');
  if (requestId !== '' && exitCode === 1) lines.push(style.dim(`request: ${toVisibleLine(requestId)}`));
  if (isVerbose && error instanceof Error) lines.push(style.dim(toVisibleText(error.stack ?? '')));
  stderr.write(`${lines.join('\n')}\n`);
  return exitCode;
}

/** Whatever was thrown, in the form that the service answers with. */
function toProblem(error: unknown): JsonRecord {
  if (error instanceof ApiProblem) return { ...error.problem, code: error.code, detail: error.message };
  if (error instanceof ToolcribError) {
    const issues = error instanceof ValidationError ? { issues: error.issues } : {};
    return { code: error.code, detail: error.message, retryable: error.retryable, ...issues };
  }
  const detail = error instanceof Error ? error.message : 'Something that is no error was thrown.';
  return { code: 'E_INTERNAL', detail, retryable: false };
}

function describeIssue(issue: JsonRecord): string {
  const path = Array.isArray(issue.path) ? issue.path.join('.') : textOf(issue, 'path');
  const message = textOf(issue, 'message');
  return toVisibleLine(path === '' ? message : `${path}: ${message}`);
}
