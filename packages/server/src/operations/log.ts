/** Facts of a log line. Secrets, arguments and results have no place in it. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where the service writes what happens, one JSON object per line. */
export interface Log {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  /** Of an error only its name and code are written, and a stack without values where one was asked for. */
  error(message: string, error: unknown, facts?: LogFacts): void;
}
