import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { ConfigError } from 'toolcrib';
import type { MaxPerKey } from '../auth/max-per-key.ts';
import { type LogLevel, logLevels } from '../operations/log.ts';
import type { IsolationSettings } from './isolate-sources.ts';
import { type ConnectionSettings, readConnectionOptions } from './read-connection-options.ts';
import { readDuration } from './read-duration.ts';
import { serveLimits } from './serve-limits.ts';
import type { ServeIo, ServeOptions } from './serve-options.ts';

/** Options with everything filled in. Paths are absolute. */
export type ServeSettings = {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly connections: ConnectionSettings;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly toolModules: readonly string[];
  readonly withExamples: boolean;
  readonly files: {
    readonly folder: string /** Given by somebody, and not the default. */;
    readonly isGiven: boolean;
  };
  readonly issuersFile: string | undefined;
  readonly auditArguments: boolean;
  readonly allowSelfApproval: boolean;
  readonly keepCallsDays: number;
  /** Undefined for the default of the service. */
  readonly gateTimeoutMs: number | undefined;
  readonly maxMcpResultBytes: number | undefined;
  readonly mcpTaskAfterMs: number | undefined;
  readonly maxPerKey: Partial<MaxPerKey> | undefined;
  readonly isolation: IsolationSettings & {
    readonly hasExamples: boolean;
    readonly hasModules: boolean;
  };
  /** Where traces go. */
  readonly traces: { readonly endpoint: string | undefined; readonly serviceName: string | undefined };
  readonly graceMs: number;
  readonly logLevel: LogLevel;
  readonly isJson: boolean;
};

const DEFAULT_PORT = 7420;
/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const DEFAULT_DATA_FOLDER = 'toolcrib-data';
const DEFAULT_GRACE_MS = 30_000;
const DEFAULT_KEEP_CALLS_DAYS = 30;

/** @throws ConfigError `E_INVALID_OPTION` that says which one, and how to mend it. */
export function readServeOptions(options: ServeOptions, io: ServeIo): ServeSettings {
  const { env, cwd, stderr } = io;
  const { port = DEFAULT_PORT, host = '127.0.0.1', allowHosts = [], graceMs = DEFAULT_GRACE_MS } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalid(`A port is a number from 0 to 65535, not ${port}. Give another one with --port.`);
  }
  if (!Number.isInteger(graceMs) || graceMs < 0) throw invalid('The time to wait at a shutdown is negative.');
  for (const [flag, value] of textOptions(options)) {
    if (value?.trim() === '') throw invalid(`${flag} is empty. Give a value, or leave it out.`);
  }
  const isLoopback = isLoopbackHost(host);
  if (!isLoopback && allowHosts.length === 0) {
    throw invalid(
      `To listen at ${host}, where others can reach it, say by which name they do: --allow-host tools.example.com`,
    );
  }
  const dataFolder = resolve(cwd, options.dataFolder ?? (env.TOOLCRIB_DATA || DEFAULT_DATA_FOLDER));
  const fallbackUrl = options.dataFolder === undefined ? env.DATABASE_URL || undefined : undefined;
  const issuersFile = options.issuersFile ?? (env.TOOLCRIB_OIDC || undefined);
  return {
    port,
    host,
    isLoopback,
    hosts: allowHosts.flatMap((name) => withPort(name, port)),
    origins: options.allowOrigins ?? [],
    connections: readConnectionOptions(options, io),
    dataFolder,
    databaseUrl: options.databaseUrl ?? fallbackUrl,
    toolModules: (options.toolModules ?? []).map((file) => resolve(cwd, file)),
    withExamples: options.withExamples ?? true,
    files: {
      folder: resolve(cwd, options.filesFolder ?? join(dataFolder, 'files')),
      isGiven: options.filesFolder !== undefined,
    },
    issuersFile: issuersFile && resolve(cwd, issuersFile),
    auditArguments: options.auditArguments ?? false,
    allowSelfApproval: options.allowSelfApproval ?? false,
    keepCallsDays: options.keepCallsDays ?? readDays(env.TOOLCRIB_KEEP_CALLS) ?? DEFAULT_KEEP_CALLS_DAYS,
    gateTimeoutMs: readApprovalTimeout(options.approvalTimeout ?? env.TOOLCRIB_APPROVAL_TIMEOUT),
    maxMcpResultBytes: readCount(options.maxMcpResultBytes, {
      ...{ flag: '--max-mcp-result', ...serveLimits.maxMcpResultBytes },
    }),
    mcpTaskAfterMs: readCount(options.mcpTaskAfterMs, {
      ...{ flag: '--mcp-task-after', ...serveLimits.mcpTaskAfterMs },
    }),
    maxPerKey: options.maxPerKey,
    isolation: {
      hasExamples: options.isolate ?? true,
      hasModules: options.isolate ?? false,
      threads: readCount(options.isolateThreads, {
        ...{ flag: '--isolate-threads', ...serveLimits.isolateThreads },
      }),
      memoryMb: readCount(options.isolateMemoryMb, {
        ...{ flag: '--isolate-memory', ...serveLimits.isolateMemoryMb },
      }),
    },
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME },
    graceMs,
    logLevel: options.logLevel ?? readLogLevel(env.TOOLCRIB_LOG) ?? (stderr.isTTY ? 'warn' : 'info'),
    isJson: options.isJson ?? false,
  };
}

/** Those that mean something by being there. */
function textOptions(options: ServeOptions): readonly (readonly [flag: string, value: string | undefined])[] {
  return [
    ['--data', options.dataFolder],
    ['--host', options.host],
    ['--files', options.filesFolder],
    ['--oidc', options.issuersFile],
    ['--tls-cert', options.tlsCertFile],
    ['--tls-key', options.tlsKeyFile],
    ['--tls-passphrase-file', options.tlsPassphraseFile],
    ...(options.allowHosts ?? []).map((name) => ['--allow-host', name] as const),
    ...(options.toolModules ?? []).map((file) => ['--tools', file] as const),
  ];
}

/** Whether only this machine can reach it. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Clients send the port along unless it is that of the scheme, behind a proxy for instance. */
function withPort(name: string, port: number): readonly string[] {
  const host = isIPv6(name) ? `[${name}]` : name;
  const hasPort = /:\d+$/.test(host);
  return host === '*' || hasPort || port === 0 ? [host] : [host, `${host}:${port}`];
}

function readLogLevel(text: string | undefined): LogLevel | undefined {
  if (text === undefined || text === '') return undefined;
  const level = logLevels.find((known) => known === text);
  if (level === undefined) throw invalid(`TOOLCRIB_LOG is one of ${logLevels.join(', ')}.`);
  return level;
}

function readApprovalTimeout(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const timeoutMs = readDuration(text);
  if (timeoutMs !== undefined && timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw invalid(
    `--approval-timeout is a time such as 30m, 12h or 1d, at most 24d, not ${JSON.stringify(text)}. The units are m (minutes), h (hours), d (days) and w (weeks).`,
  );
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,6}$/.test(text)) throw invalid('TOOLCRIB_KEEP_CALLS is a whole number of days, or 0 for ever.');
  return Number(text);
}

function readCount(
  count: number | undefined,
  { flag, min, max }: { readonly flag: string; readonly min: number; readonly max: number },
): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= min && count <= max)) return count;
  throw invalid(`${flag} is a whole number from ${min} to ${max}, not ${count}.`);
}

function invalid(message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message);
}
