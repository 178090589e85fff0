import type { ValidationIssue } from 'toolcrib';
import type { z } from 'zod';
import { InvalidRequest } from './invalid-request.ts';

/** Where a value was in a request. */
export type RequestPart = 'path' | 'query' | 'body';

const MAX_ISSUES = 50;
const MAX_TEXT = 200;

/** What the schema makes of a value. @throws ToolcribError `E_INVALID_REQUEST` with everything that is wrong. */
export function checkSchema(schema: z.ZodType, value: unknown, part: RequestPart): unknown {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const issues = outcome.error.issues.slice(0, MAX_ISSUES).map(toIssue);
  throw new InvalidRequest(`The ${part} of the request is not as it has to be; see \`issues\`.`, issues);
}

function toIssue(issue: z.core.$ZodIssue): ValidationIssue {
  return {
    path: issue.path.map((step) => (typeof step === 'number' ? step : cut(String(step)))),
    message: cut(describe(issue)),
  };
}

/** In the words of whoever sent it: in JSON and in a query there is no `undefined` and no `NaN`. */
function describe({ code, message }: z.core.$ZodIssue): string {
  if (code !== 'invalid_type' || !/received (?:undefined|NaN)$/.test(message)) return message;
  const expected = message.replace(/^Invalid input: expected (\w+),.*$/, '$1');
  return message.endsWith('undefined')
    ? `is missing; it must be of type ${expected}`
    : `must be a ${expected}`;
}

/** Names in an issue are the client's, and as long as it likes. */
function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
