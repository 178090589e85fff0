import { pino } from 'pino';
import { requireKnownOptions, ToolcribError } from 'toolcrib';
import { type Clock, type ExceptionDescription, systemClock } from 'toolcrib/runtime';
import { describeReason } from './describe-reason.ts';
import { redactFact, redactText } from './redact-fact.ts';

/** Facts of a log line. Secrets, arguments and results have no place in it. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where the service writes what happens, one JSON object per line. */
export interface Log {
  /** Several lines for each call. The facts are asked for only if they are written. */
  debug(message: string, readFacts: () => LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  /**
   * Of an error its name and code are written, `reason` and `hint` where a database, the system or an issuer failed, and a
   * stack without values where one was asked for.
   */
  error(message: string, error: unknown, facts?: LogFacts): void;
  /** An error of the code of a tool, with what it says, where it comes from, and its causes. Secrets are taken out again. */
  exception(message: string, exceptions: readonly ExceptionDescription[], facts?: LogFacts): void;
}

/** How much is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Every level, the one that writes most first. */
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** What {@link createLog} is given. */
export interface LogOptions {
  /**
   * Takes one line, with its end. What it throws is dropped: a log that is full does not end the service.
   *
   * @default the standard error
   */
  readonly write?: ((line: string) => void) | undefined;
  /** @default 'info' */
  readonly level?: LogLevel | undefined;
  /** Whether errors are written with where they came from: file names and lines, no values. @default false */
  readonly hasStacks?: boolean | undefined;
  /** @default the time of this machine */
  readonly clock?: Clock | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof LogOptions>(['write', 'level', 'hasStacks', 'clock']);

/** At most so many lines of a stack. */
const MAX_FRAMES = 20;
/** Of one text of an exception. */
const MAX_EXCEPTION_CHARS = 8_192;

/**
 * A log that writes one JSON object per line: `level`, `time` (ISO 8601), `message`, and the facts. Secrets are
 * taken out: facts that are called like one, and whatever is written like one.
 */
export function createLog(options: LogOptions = {}): Log {
  requireKnownOptions(options, optionNames);
  const { level = 'info', hasStacks = false, clock = systemClock } = options;
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => tryWrite(write, line) },
  );
  const isOn = (wanted: LogLevel): boolean => logger.isLevelEnabled(wanted);
  return Object.freeze({
    // To take secrets out is most of the work, so it is not done for what nobody reads.
    debug: (message: string, readFacts: () => LogFacts) => {
      if (isOn('debug')) logger.debug(clean(readFacts()), redactText(message));
    },
    info: (message: string, facts?: LogFacts) => {
      if (isOn('info')) logger.info(clean(facts), redactText(message));
    },
    warn: (message: string, facts?: LogFacts) => {
      if (isOn('warn')) logger.warn(clean(facts), redactText(message));
    },
    error: (message: string, error: unknown, facts?: LogFacts) => {
      if (isOn('error'))
        logger.error({ ...clean(facts), ...describeError(error, hasStacks) }, redactText(message));
    },
    exception: (message: string, exceptions: readonly ExceptionDescription[], facts?: LogFacts) => {
      if (isOn('error'))
        logger.error({ ...clean(facts), exceptions: exceptions.map(cleanException) }, redactText(message));
    },
  });
}

/** Whoever reports something must not fail because of it. */
function tryWrite(write: (line: string) => void, line: string): void {
  try {
    write(line);
  } catch {
    // There is nowhere left to say so.
  }
}

function clean(facts: LogFacts = {}): Readonly<Record<string, string | number | boolean | null>> {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [name, redactFact(name, value)]));
}

function cleanException({ path, type, message, code, stack }: ExceptionDescription) {
  const texts = { path, type, message, code, stack };
  // It is of bounded size already.
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, redactText(text, MAX_EXCEPTION_CHARS)]],
    ),
  );
}

/** Never the message as such: it may hold values, and those of drivers do. */
function describeError(error: unknown, hasStacks: boolean): LogFacts {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code = codeOf(error);
  const { cause } = error;
  return {
    errorName: redactText(error.name),
    ...(code !== undefined && { errorCode: code }),
    ...(cause instanceof Error && { causeName: redactText(cause.name), causeCode: codeOf(cause) ?? null }),
    ...describeReason(error),
    ...(hasStacks && { stack: framesOf(error) }),
  };
}

/** Our own codes, and those of drivers and of the system, which are words of capitals and digits. */
function codeOf(error: Error): string | undefined {
  if (error instanceof ToolcribError) return error.code;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined;
}

/** The lines that say where; the first ones repeat the message, of whichever length. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const rest = start === -1 ? stack : stack.slice(start + message.length);
  const frames = rest.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.slice(0, MAX_FRAMES).join('\n');
}
