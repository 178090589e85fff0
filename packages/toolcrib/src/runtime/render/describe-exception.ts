import { toMessageRedactor } from './redact-credentials.ts';
import { REDACTION_MARGIN, redactPart } from './redact-part.ts';
import { REDACTED, type Redactor } from './redactor.ts';

/** What was thrown, or one of its causes, as text for operators: without known secrets, and of bounded size. */
export interface ExceptionDescription {
  /** Where it was found: empty for what was thrown, then `cause`, `cause.cause` or `errors[0]`. */
  readonly path: string;
  /** The name of the error, such as `TypeError`; of anything else its type, such as `string`. */
  readonly type: string;
  readonly message: string;
  /** A code of a driver, of the system or of Toolcrib. */
  readonly code?: string | undefined;
  /** The lines of the stack that say where, without the message. */
  readonly stack?: string | undefined;
}

const MAX_EXCEPTIONS = 6;
const MAX_MESSAGE = 2_048;
const MAX_CAUSE_MESSAGE = 1_024;
const MAX_STACK = 4_096;
const MAX_CAUSE_STACK = 2_048;
const MAX_FIELDS = 10;
/** A longer text is not read: engines copy all of it before they cut it. */
const MAX_READ = 1_048_576;
const MAX_TYPE = 128;
const MAX_CODE = 64;
const CODE = /^[\w.:-]+$/;
const IS_ITEM = /^errors\[\d+\]$/;

/** One that is still to be described. */
interface Found {
  readonly path: string;
  readonly thrown: unknown;
}

/**
 * Describes an exception and its causes: the thrown value first, then its `cause`, then the `errors` of an `AggregateError`,
 * each with theirs. Secrets are taken out as in messages. Never throws, whatever the value does when it is read.
 */
export function describeException(thrown: unknown, redact: Redactor): readonly ExceptionDescription[] {
  const seen = new Set<unknown>();
  const waiting: Found[] = [{ path: '', thrown }];
  const described: ExceptionDescription[] = [];
  while (described.length < MAX_EXCEPTIONS) {
    const next = waiting.shift();
    if (next === undefined) break;
    if (seen.has(next.thrown)) continue;
    if (isObject(next.thrown)) seen.add(next.thrown);
    described.push(describe(next, toMessageRedactor(redact)));
    waiting.push(...causesOf(next));
  }
  return Object.freeze(described);
}

/** An error with the same names, messages, codes, stacks and causes as a description; undefined for an empty one. */
export function rebuildException(descriptions: readonly ExceptionDescription[]): Error | undefined {
  const errors = new Map<string, Error>();
  // The last ones are the causes of those before them.
  for (const description of descriptions.toReversed()) {
    errors.set(description.path, rebuild(description, errors));
  }
  return errors.get('');
}

/** An exception and its causes as one text of lines, as engines print errors. */
export function formatExceptions(descriptions: readonly ExceptionDescription[]): string {
  return descriptions.map(formatException).join('\n');
}

function formatException({ path, type, message, code, stack }: ExceptionDescription): string {
  const title = `${path === '' ? '' : `[${path}] `}${type}${code === undefined ? '' : ` (${code})`}: ${message}`;
  return stack === undefined ? title : `${title}\n${stack}`;
}

function describe({ path, thrown }: Found, redact: Redactor): ExceptionDescription {
  const isCause = path !== '';
  const { type, message, stack } = isErrorLike(thrown) ? readError(thrown) : readOther(thrown);
  const code = isObject(thrown) ? readCode(thrown) : undefined;
  const frames = framesOf(stack, message);
  return Object.freeze({
    path,
    type: clean(type, MAX_TYPE, redact),
    message: clean(message, isCause ? MAX_CAUSE_MESSAGE : MAX_MESSAGE, redact),
    ...(code !== undefined && { code: clean(code, MAX_CODE, redact) }),
    ...(frames !== '' && { stack: clean(frames, isCause ? MAX_CAUSE_STACK : MAX_STACK, redact) }),
  });
}

/** Without causes that cannot be read. */
function causesOf({ path, thrown }: Found): readonly Found[] {
  if (!isObject(thrown)) return [];
  const start = path === '' ? '' : `${path}.`;
  const cause = read(thrown, 'cause');
  const causes: Found[] = cause == null ? [] : [{ path: `${start}cause`, thrown: cause }];
  const errors = read(thrown, 'errors');
  for (const index of firstIndexes(errors, MAX_EXCEPTIONS)) {
    const error = read(errors, index);
    // Lists of issues are called `errors` too.
    if (isErrorLike(error)) causes.push({ path: `${start}errors[${index}]`, thrown: error });
  }
  return causes;
}

interface ReadError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

function readError(error: object): ReadError {
  const name = readText(error, 'name');
  const constructorName = readText(read(error, 'constructor'), 'name');
  // Classes of errors often have no name of their own.
  const type = name === 'Error' && constructorName !== '' ? constructorName : name;
  return {
    type: type === '' ? 'Error' : type,
    message: readText(error, 'message'),
    stack: readText(error, 'stack'),
  };
}

function readOther(thrown: unknown): ReadError {
  const message = isObject(thrown)
    ? listFields(thrown)
    : typeof thrown === 'string'
      ? orItsLength(thrown)
      : thrown === undefined
        ? 'undefined was thrown'
        : String(thrown);
  return { type: thrown === null ? 'null' : typeof thrown, message, stack: '' };
}

/** The fields of an object that hold plain values, such as `status: 500, reason: busy`. */
function listFields(thrown: object): string {
  try {
    // To list all names of many bytes takes seconds.
    const isList = isArray(thrown) || ArrayBuffer.isView(thrown);
    const fields = isList ? firstIndexes(thrown, MAX_FIELDS) : Object.keys(thrown).slice(0, MAX_FIELDS);
    return fields
      .map((field) => `${cut(orItsLength(field))}: ${toPlainText(read(thrown, field))}`)
      .join(', ');
  } catch {
    // It throws when it is looked at.
    return '';
  }
}

function toPlainText(value: unknown): string {
  if (typeof value === 'string') return cut(orItsLength(value));
  return isObject(value) ? typeof value : String(value);
}

/** The lines that say where; the first ones repeat the message, however long it is. */
function framesOf(stack: string, message: string): string {
  const start = message === '' ? -1 : stack.indexOf(message);
  const rest = start === -1 ? stack : stack.slice(start + message.length);
  // In the forms of V8 and of other engines; a stack can be set to any text.
  return cut(rest)
    .split('\n')
    .filter((line) => /^\s+at \S|^[^\s@]*@\S+:\d+$/.test(line))
    .join('\n');
}

/** Cut so that no half of a secret is left over. */
function clean(text: string, maxLength: number, redact: Redactor): string {
  const part = text.slice(0, maxLength);
  const after = text.slice(maxLength, maxLength + REDACTION_MARGIN);
  try {
    const shown = redactPart({ before: '', part, after }, redact).toWellFormed();
    return after === '' ? shown : `${shown}…`;
  } catch {
    // What no redactor has seen is shown to nobody.
    return REDACTED;
  }
}

function rebuild(description: ExceptionDescription, causes: ReadonlyMap<string, Error>): Error {
  const { path, type, message, code, stack } = description;
  const start = path === '' ? '' : `${path}.`;
  const cause = causes.get(`${start}cause`);
  const errors = [...causes].filter(([at]) => at.startsWith(start) && IS_ITEM.test(at.slice(start.length)));
  const error = new Error(message, cause && { cause });
  const title = `${type}: ${message}`;
  const fields = {
    name: type,
    stack: stack === undefined ? title : `${title}\n${stack}`,
    ...(code !== undefined && { code }),
    ...(errors.length > 0 && { errors: errors.map(([, each]) => each).toReversed() }),
  };
  for (const [name, value] of Object.entries(fields)) {
    // As those of other errors: own, and not listed.
    Object.defineProperty(error, name, { value, configurable: true, enumerable: false, writable: true });
  }
  return error;
}

function readCode(thrown: object): string | undefined {
  const code = read(thrown, 'code');
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && text.length <= MAX_CODE && CODE.test(text) ? text : undefined;
}

function readText(from: unknown, field: string): string {
  const value = isObject(from) ? read(from, field) : undefined;
  return typeof value === 'string' ? orItsLength(value) : '';
}

/** A field of anything; undefined where a getter or a proxy throws. */
function read(from: unknown, field: string): unknown {
  try {
    return (from as Readonly<Record<string, unknown>>)[field];
  } catch {
    // It throws when it is looked at.
    return undefined;
  }
}

/** The first indexes of a list, of which only the length is looked at; none of anything else. */
function firstIndexes(list: unknown, limit: number): readonly string[] {
  const length = isArray(list) || ArrayBuffer.isView(list) ? read(list, 'length') : 0;
  // A proxy gives anything for a length.
  const count = typeof length === 'number' ? Math.min(length, limit) : 0;
  return Array.from({ length: count }, (_, index) => String(index));
}

function orItsLength(text: string): string {
  return text.length > MAX_READ ? `(a text of ${text.length} characters)` : text;
}

function cut(text: string): string {
  return text.slice(0, MAX_STACK * 4);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    // A proxy that was revoked.
    return false;
  }
}

/** An error, of this realm or of another one. */
function isErrorLike(value: unknown): value is object {
  if (!isObject(value)) return false;
  try {
    if (value instanceof Error) return true;
  } catch {
    // A proxy that throws when it is looked at may say what it is all the same.
  }
  return readText(value, 'message') !== '' && readText(value, 'stack') !== '';
}
