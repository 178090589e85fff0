import type { ErrorCode } from 'toolcrib';

/** What an operator can do about errors of the host, for the log and for the command line. */
export const operatorHints: Readonly<Partial<Record<ErrorCode, string>>> = {
  E_STORE_FULL:
    'Free space on the disk of the database, or enlarge it. A service that runs then continues without a restart.',
  E_STORE_READ_ONLY:
    'Make the database writable. SQLite: check owner, rights and mount of the data folder. PostgreSQL: check that DATABASE_URL names the primary server, and that default_transaction_read_only is off.',
  E_STORE_REFUSED:
    'Correct the database name, the user or the password in DATABASE_URL. If permission was denied, grant it to that user, such as with GRANT CREATE ON SCHEMA public TO <user>.',
  E_LEDGER_FAILED: 'Check that the database runs and answers in time.',
  E_STORE_TOO_NEW: 'A newer Toolcrib has used this database; update this one.',
  E_ISSUER_UNAVAILABLE:
    'Check that the service can reach the issuer, and what the file of --oidc says of it. Keys that are known stay valid meanwhile.',
  E_AUDIT_UNAVAILABLE:
    'Nothing was begun. Repeat it once the database can be written again; the log of the service says why it cannot.',
};
