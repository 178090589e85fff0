import { type ErrorCode, errorTable } from 'toolcrib';

/** What the service answered instead of what was asked for: an RFC 9457 problem. */
export class ApiProblem extends Error {
  /** A code of the error table, unless the service is newer than this command line. */
  readonly code: string;
  readonly status: number;
  /** The problem as it came, for programs. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(typeof problem.detail === 'string' ? problem.detail : `The service answered ${status}.`);
    this.status = status;
    this.code = typeof problem.code === 'string' ? problem.code : 'E_INTERNAL';
    this.problem = problem;
  }

  override get name(): string {
    return 'ApiProblem';
  }
}

/** The exit code of an error code; of one that is not known here, by the HTTP status. */
export function exitCodeOf(code: string, status = 500): number {
  if (Object.hasOwn(errorTable, code)) return errorTable[code as ErrorCode].exitCode;
  if (status === 404 || status === 410) return 3;
  if (status === 409 || status === 412) return 4;
  return status >= 400 && status < 500 ? 2 : 1;
}
