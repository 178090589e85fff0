import { ToolcribError } from 'toolcrib';
import { type Clock, redactMessage } from 'toolcrib/runtime';
import { driverReason, systemErrorCode } from './driver-reason.ts';

/** What both databases are opened with. */
export interface DatabaseParts {
  readonly dataFolder: string | undefined;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** What to do where it is not clear from the code alone. */
const UNREACHABLE = 'Start the server, or correct the host and port in DATABASE_URL.';
const NOT_OPENED = 'Check that the path is right, and that this user may read and write there.';

/** For a statement that was refused, where the reason stands before it. */
const REFUSED = 'Correct that, then try again.';

/** What an attempt to open a database came to, as an error that says which, why, and what to do. */
export function cannotOpen(place: string, cause: unknown): ToolcribError {
  const isKnown = cause instanceof ToolcribError;
  const reason = driverReason(isKnown ? cause.cause : cause, { isOpening: true });
  // Servers and drivers do not repeat passwords; a name that looks like one is taken out too.
  const why = reason === undefined ? '' : `: ${redactMessage(reason)}`;
  return new ToolcribError(
    isKnown ? cause.code : systemErrorCode(cause),
    `The database ${place} cannot be opened${why}. ${adviceOn(place, { cause, hasReason: reason !== undefined })}`,
    {
      cause: isKnown ? cause.cause : cause,
      context: isKnown ? { ...cause.context, place } : { place },
    },
  );
}

function adviceOn(
  place: string,
  { cause, hasReason }: { readonly cause: unknown; readonly hasReason: boolean },
): string {
  if (!(cause instanceof ToolcribError)) return NOT_OPENED;
  const { message, context } = cause;
  if (context.reason === 'failed' && hasReason) return REFUSED;
  if (context.reason !== 'unreachable') return message;
  return place.startsWith('postgres:') ? UNREACHABLE : NOT_OPENED;
}
