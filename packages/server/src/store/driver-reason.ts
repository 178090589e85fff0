/**
 * Classes of SQLSTATE whose messages are about the server, its disk and the connection, and the code of a right that is
 * missing. Messages of other classes may hold values of rows.
 */
const SERVER_STATE = /^(?:08|25|28|3D|42501|53|57|58)/;

const SQLITE_FULL = 13;

const MAX_CAUSES = 8;

/** The fields by which drivers and Node tell what failed. */
interface DriverError {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly errstr?: unknown;
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

/** How the reason of an error is told. */
interface ReasonOptions {
  /** Whether nothing can have been asked yet, so that no message has a value of a row. @default false */
  readonly isOpening?: boolean;
}

/** What a driver or the system reported, with its code; undefined for every other error. It has no values of rows. */
export function driverReason(error: unknown, { isOpening = false }: ReasonOptions = {}): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Every field is looked at before it is used.
  const { code, errcode, errstr, severity, syscall, address, port } = error as DriverError;
  // A fixed text for each result code.
  if (typeof errcode === 'number' && typeof errstr === 'string') return `${errstr} (SQLite ${errcode})`;
  if (typeof code === 'string' && typeof severity === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    const isTold = isOpening || SERVER_STATE.test(code);
    return isTold ? `${error.message} (PostgreSQL ${code})` : `PostgreSQL ${code}`;
  }
  if (error instanceof AggregateError) {
    // Every address of a name, such as those of localhost.
    const each = error.errors.map((one) => driverReason(one, { isOpening }) ?? '').filter(Boolean);
    if (each.length > 0) return each.join(', ');
  }
  if (typeof code === 'string' && typeof syscall === 'string') {
    const place =
      typeof address === 'string' ? ` ${address}${typeof port === 'number' ? `:${port}` : ''}` : '';
    return `${syscall} ${code}${place}`;
  }
  // What is left comes from the driver of PostgreSQL itself, such as that it got no connection in time.
  return isOpening && error.message !== '' ? error.message.replace(/\.$/, '') : undefined;
}

/** The code of an error of the system, or of SQLite, while files of a database are made or opened. */
export function systemErrorCode(error: unknown): 'E_STORE_FULL' | 'E_STORE_READ_ONLY' | 'E_STORE_FAILED' {
  if (isSqliteFull(error)) return 'E_STORE_FULL';
  const isRefused = ['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '');
  return diskCodeOf(error) ?? (isRefused ? 'E_STORE_READ_ONLY' : 'E_STORE_FAILED');
}

/** The code of an error that only a disk gives which cannot be written; undefined for every other one. */
export function diskCodeOf(error: unknown): 'E_STORE_FULL' | 'E_STORE_READ_ONLY' | undefined {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'E_STORE_FULL';
  return code === 'EROFS' ? 'E_STORE_READ_ONLY' : undefined;
}

/** SQLite has a number of its own for a full disk; the upper bits of it tell details. */
function isSqliteFull(error: unknown): boolean {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL;
}

function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** An error and its causes, from the outside in. */
export function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length <= MAX_CAUSES; each = each.cause) {
    chain.push(each);
  }
  return chain;
}
