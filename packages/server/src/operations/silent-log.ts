import type { Log } from './log.ts';

const ignore = () => undefined;

/** Writes nothing. */
export const silentLog: Log = Object.freeze({
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  exception: ignore,
});
