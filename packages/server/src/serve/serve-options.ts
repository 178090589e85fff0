import type { MaxPerKey } from '../auth/max-per-key.ts';
import type { ProxyHeader } from '../node/trusted-proxies.ts';
import type { LogLevel } from '../operations/log.ts';

/** How a service is started from a command line. Everything has a default. */
export interface ServeOptions {
  /** 0 for any that is free. @default 7420 */
  readonly port?: number | undefined;
  /** The address to listen at; anything but loopback needs `allowHosts`. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** Names that clients use for it, such as `tools.example.com` or `10.0.0.7:7420`; `*` for any. @default [] */
  readonly allowHosts?: readonly string[] | undefined;
  /** Web origins that may use it. @default [] */
  readonly allowOrigins?: readonly string[] | undefined;
  /** How long a connection may be idle between two requests, in milliseconds. @default TOOLCRIB_KEEP_ALIVE, or 75_000 */
  readonly keepAliveMs?: number | undefined;
  /**
   * Addresses and networks of proxies, such as `10.0.0.0/8`, that are trusted to name the address of a client.
   * @default TOOLCRIB_TRUST_PROXY, or none
   */
  readonly trustProxies?: readonly string[] | undefined;
  /** The header in which they name it. @default TOOLCRIB_PROXY_HEADER, or 'x-forwarded-for' */
  readonly proxyHeader?: ProxyHeader | undefined;
  /** A file with the certificate of the service, and those that lead to it, as PEM. @default TOOLCRIB_TLS_CERT, or no TLS */
  readonly tlsCertFile?: string | undefined;
  /** A file with its key, as PEM. @default TOOLCRIB_TLS_KEY */
  readonly tlsKeyFile?: string | undefined;
  /** A file with the passphrase of the key, if that is encrypted. @default TOOLCRIB_TLS_PASSPHRASE is the passphrase itself */
  readonly tlsPassphraseFile?: string | undefined;
  /** The folder of the SQLite file. If given, `DATABASE_URL` does not count. @default TOOLCRIB_DATA, or `toolcrib-data` */
  readonly dataFolder?: string | undefined;
  /** PostgreSQL instead of a SQLite file. @default DATABASE_URL */
  readonly databaseUrl?: string | undefined;
  /** Modules whose tools are served. @default [] */
  readonly toolModules?: readonly string[] | undefined;
  /** @default true */
  readonly withExamples?: boolean | undefined;
  /**
   * The folder that the example tools read and keep notes in, for the tenant `default`; those of others are beside it, in
   * `<folder>.tenants`. It has nothing to do with the data folder. @default `files` in the data folder
   */
  readonly filesFolder?: string | undefined;
  /** A JSON file with a list of `OidcIssuer`, whose tokens are accepted beside keys. @default TOOLCRIB_OIDC, or none */
  readonly issuersFile?: string | undefined;
  /** Whether arguments, redacted, go into the audit log. @default false */
  readonly auditArguments?: boolean | undefined;
  /** Whether somebody may approve calls of their own; for a service that one person uses. @default false */
  readonly allowSelfApproval?: boolean | undefined;
  /** How many days a call is kept after its end; 0 for ever. @default TOOLCRIB_KEEP_CALLS, or 30 */
  readonly keepCallsDays?: number | undefined;
  /**
   * How long an approval waits at most where neither its tool nor the toolset says so, such as `12h`, at most `24d`.
   * @default TOOLCRIB_APPROVAL_TIMEOUT, or `1d`
   */
  readonly approvalTimeout?: string | undefined;
  /** How many bytes of a result MCP endpoints send whole; see `ServiceOptions.maxMcpResultBytes`. @default 262_144 */
  readonly maxMcpResultBytes?: number | undefined;
  /** After how long a call is a task for MCP clients that can follow one, in milliseconds; see `ServiceOptions.mcpTaskAfterMs`. @default 10_000 */
  readonly mcpTaskAfterMs?: number | undefined;
  /** How much one key may have open at once; see `ServiceOptions.maxPerKey`. */
  readonly maxPerKey?: Partial<MaxPerKey> | undefined;
  /**
   * Which code tools run on threads of their own, which are ended when a call does not stop at its deadline: true for all,
   * false for none. @default the example tools
   */
  readonly isolate?: boolean | undefined;
  /** How many threads each module with isolated tools has at most. @default the number of processors, at least 4 */
  readonly isolateThreads?: number | undefined;
  /** How much memory the objects of each such thread may take, in megabytes. @default 256 */
  readonly isolateMemoryMb?: number | undefined;
  /** How long a shutdown waits for what is running, in milliseconds. @default 30_000 */
  readonly graceMs?: number | undefined;
  /** @default TOOLCRIB_LOG; otherwise `warn` if a person is watching, `info` if not */
  readonly logLevel?: LogLevel | undefined;
  /** Whether one line of JSON tells where the service is, instead of text for people. @default false */
  readonly isJson?: boolean | undefined;
}

/** Where text goes. */
export interface ServeSink {
  write(text: string): unknown;
  readonly isTTY: boolean;
  /** Of the terminal; undefined if it is none. */
  readonly columns: number | undefined;
}

/** The world of a service that a command line started. */
export interface ServeIo {
  readonly stdout: ServeSink;
  readonly stderr: ServeSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Calls back whenever somebody wants the process to stop, until the answer is called. */
  readonly onStop: (listener: () => void) => () => void;
  /** Calls back on a request to read files again (SIGHUP), until the answer is called. */
  readonly onReload: (listener: () => void) => () => void;
  /** Tells of errors that no code caught, which would end the process otherwise, until the answer is called. */
  readonly onUnhandled: (listener: (error: unknown, kind: 'rejection' | 'exception') => void) => () => void;
  /** Ends the process at once; for a second wish to stop, and for errors after which it cannot go on. */
  readonly exit: (code: number) => void;
}

/** A service that listens. */
export interface RunningServer {
  /** One that it answers under: the first of `allowHosts` if others can reach it. Without a slash at the end. */
  readonly url: string;
  /** May do everything. Only if this start made it: the first one on a new database. */
  readonly adminKey: string | undefined;
  /** May call tools of the tenant `default`. Made together with the other. */
  readonly agentKey: string | undefined;
  /** Resolves when it has stopped, by a signal or by `close`; `cut` if something still ran when the time was over. */
  readonly closed: Promise<'clean' | 'cut'>;
  /** Takes no more requests, lets what is running end, and closes the database. May be called again. */
  close(): Promise<void>;
}
