import { ConfigError, type ErrorContext } from '../../core/errors.ts';

/** That something is no lock: one sentence, and where. */
export function lockError(message: string, context: ErrorContext = {}): ConfigError {
  return new ConfigError('E_INVALID_LOCK', message, { context });
}
