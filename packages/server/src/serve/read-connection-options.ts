import { ConfigError } from 'toolcrib';
import { createTrustedProxies, type ProxyHeader, proxyHeaders } from '../node/trusted-proxies.ts';
import type { ServeIo, ServeOptions } from './serve-options.ts';

/** How connections are kept, and whom they are from. */
export type ConnectionSettings = {
  readonly keepAliveTimeoutMs: number;
  readonly trustProxies: readonly string[];
  readonly proxyHeader: ProxyHeader;
};

/** Longer than load balancers keep theirs, for which 60 seconds are usual. */
const DEFAULT_KEEP_ALIVE_MS = 75_000;
const MAX_KEEP_ALIVE_MS = 3_600_000;

type Env = ServeIo['env'];

/** @throws ConfigError `E_INVALID_OPTION` that says which one, and how to mend it. */
export function readConnectionOptions(options: ServeOptions, env: Env): ConnectionSettings {
  const trustProxies = options.trustProxies ?? readList(env.TOOLCRIB_TRUST_PROXY);
  const proxyHeader = options.proxyHeader ?? readProxyHeader(env.TOOLCRIB_PROXY_HEADER);
  // Refuses what is no network, before anything is made on the disk.
  createTrustedProxies(trustProxies, proxyHeader);
  return { keepAliveTimeoutMs: readKeepAlive(options, env), trustProxies, proxyHeader };
}

function readKeepAlive({ keepAliveMs }: ServeOptions, env: Env): number {
  const text = env.TOOLCRIB_KEEP_ALIVE || undefined;
  const value = keepAliveMs ?? (text === undefined ? DEFAULT_KEEP_ALIVE_MS : toSeconds(text) * 1_000);
  if (Number.isInteger(value) && value >= 1_000 && value <= MAX_KEEP_ALIVE_MS) return value;
  throw invalid('--keep-alive, or TOOLCRIB_KEEP_ALIVE, is a whole number of seconds from 1 to 3600.');
}

function toSeconds(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

function readList(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(',').map((network) => network.trim());
}

function readProxyHeader(text: string | undefined): ProxyHeader {
  const name = text === undefined || text === '' ? 'x-forwarded-for' : text.toLowerCase();
  const header = proxyHeaders.find((known) => known === name);
  if (header === undefined) throw invalid(`TOOLCRIB_PROXY_HEADER is one of ${proxyHeaders.join(', ')}.`);
  return header;
}

function invalid(message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message);
}
