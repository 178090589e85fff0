import { ConfigError, requireKnownOptions, type Tool } from 'toolcrib';
import { type Clock, systemClock } from 'toolcrib/runtime';
import { defaultMaxPerKey, type MaxPerKey } from '../auth/max-per-key.ts';
import type { OidcIssuer } from '../auth/oidc-issuer.ts';
import type { Log } from '../operations/log.ts';
import { silentLog } from '../operations/silent-log.ts';
import type { ServiceOptions } from './service-options.ts';

/** The options of a service, complete. */
export interface ServiceSettings extends ServiceOptions {
  readonly tools: readonly Tool[];
  readonly publishTo: readonly string[];
  readonly updatesOtherTenants: boolean;
  readonly issuers: readonly OidcIssuer[];
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly maxPerKey: MaxPerKey;
  readonly searchModeFrom: number;
  readonly maxMcpResultBytes: number;
  readonly mcpTaskAfterMs: number;
  readonly auditArguments: boolean;
  readonly allowSelfApproval: boolean;
  readonly gateTimeoutMs: number;
  readonly recoversCalls: boolean;
  readonly keepCallsDays: number;
  readonly log: Log;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const defaults = {
  tools: [],
  publishTo: ['default'],
  updatesOtherTenants: true,
  issuers: [],
  hosts: [],
  origins: [],
  maxBodyBytes: 1_048_576,
  requestTimeoutMs: 60_000,
  maxPerKey: defaultMaxPerKey,
  searchModeFrom: 128,
  maxMcpResultBytes: 262_144,
  mcpTaskAfterMs: 10_000,
  auditArguments: false,
  allowSelfApproval: false,
  gateTimeoutMs: 86_400_000,
  recoversCalls: true,
  keepCallsDays: 30,
  log: silentLog,
  clock: systemClock,
} as const satisfies Partial<ServiceSettings>;

const optionFields: Record<keyof ServiceOptions, true> = {
  database: true,
  tools: true,
  publishTo: true,
  updatesOtherTenants: true,
  issuers: true,
  policy: true,
  hosts: true,
  origins: true,
  checksFor: true,
  maxBodyBytes: true,
  requestTimeoutMs: true,
  maxPerKey: true,
  searchModeFrom: true,
  maxMcpResultBytes: true,
  mcpTaskAfterMs: true,
  auditArguments: true,
  allowSelfApproval: true,
  gateTimeoutMs: true,
  telemetry: true,
  recoversCalls: true,
  keepCallsDays: true,
  log: true,
  clock: true,
  owner: true,
};

const optionNames: ReadonlySet<string> = new Set(Object.keys(optionFields));
const maxPerKeyNames: ReadonlySet<string> = new Set(Object.keys(defaultMaxPerKey));

/** @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readServiceOptions(options: ServiceOptions): ServiceSettings {
  requireKnownOptions(options, optionNames);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // Each option is of its own type, or absent.
  const settings = { ...defaults, ...given } as unknown as Omit<ServiceSettings, 'onFault'>;
  if (typeof settings.database?.store?.getKey !== 'function') {
    throw refused('database', 'must be what openServiceDatabase() gives');
  }
  for (const name of ['maxBodyBytes', 'requestTimeoutMs', 'searchModeFrom'] as const) {
    if (!Number.isSafeInteger(settings[name]) || settings[name] < 1) {
      throw refused(name, 'must be a whole number above 0');
    }
  }
  for (const name of ['gateTimeoutMs', 'mcpTaskAfterMs'] as const) {
    if (!Number.isInteger(settings[name]) || settings[name] < 1 || settings[name] > MAX_TIMEOUT_MS) {
      throw refused(name, `must be a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
    }
  }
  if (!Number.isSafeInteger(settings.maxMcpResultBytes) || settings.maxMcpResultBytes < 32_768) {
    throw refused('maxMcpResultBytes', 'must be a whole number from 32768');
  }
  if (!Number.isFinite(settings.keepCallsDays) || settings.keepCallsDays < 0) {
    throw refused('keepCallsDays', 'must be a number of days, or 0 for ever');
  }
  const { log } = settings;
  return Object.freeze({
    ...settings,
    maxPerKey: readMaxPerKey(settings.maxPerKey),
    onFault: (error: unknown) => log.error('something failed that no request waits for', error),
  });
}

function readMaxPerKey(given: Partial<MaxPerKey>): MaxPerKey {
  requireKnownOptions(given, maxPerKeyNames, 'maxPerKey.');
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1)) {
      throw refused(`maxPerKey.${name}`, 'must be a whole number above 0');
    }
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaultMaxPerKey, ...Object.fromEntries(set) });
}

function refused(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `${option} ${problem}.`, { context: { option } });
}
