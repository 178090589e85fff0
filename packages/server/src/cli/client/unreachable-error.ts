import { ToolcribError } from 'toolcrib';

/** Why a service could not be asked. */
export interface Obstacle {
  /** The system's word for it, such as ECONNREFUSED; undefined if it has none. */
  readonly code: string | undefined;
  /** What that means, as the end of a sentence. */
  readonly meaning?: string;
  /** What to do; without it, the hint of `E_SERVICE_UNREACHABLE` is right. */
  readonly hint?: string;
}

/** A service that could not be asked, with what to do about it. */
export class UnreachableError extends ToolcribError {
  readonly hint: string | undefined;

  constructor(place: string, { code, meaning, hint }: Obstacle, cause: unknown) {
    const word = code === undefined ? '' : ` (${code})`;
    const end = meaning === undefined ? '' : `: ${meaning}`;
    super('E_SERVICE_UNREACHABLE', `${place} cannot be reached${word}${end}.`, { cause });
    this.hint = hint;
  }

  override get name(): string {
    return 'UnreachableError';
  }
}
