import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';

/** What both databases are opened with. */
export interface DatabaseParts {
  readonly dataFolder: string | undefined;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** What an attempt to open a database came to, as an error that says which. */
export function cannotOpen(place: string, cause: unknown): ToolcribError {
  const isKnown = cause instanceof ToolcribError;
  const why = isKnown ? cause.message : 'It cannot be used.';
  const context = isKnown ? { ...cause.context, place } : { place };
  return new ToolcribError(
    isKnown ? cause.code : 'E_STORE_FAILED',
    `The database ${place} cannot be opened. ${why}`,
    {
      cause: isKnown ? cause.cause : cause,
      context,
    },
  );
}
