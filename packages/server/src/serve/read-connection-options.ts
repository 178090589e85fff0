import { resolve } from 'node:path';
import { ConfigError } from 'toolcrib';
import { createTrustedProxies, type ProxyHeader, proxyHeaders } from '../node/trusted-proxies.ts';
import type { TlsFiles } from './load-tls-pair.ts';
import type { ServeIo, ServeOptions } from './serve-options.ts';

/** How connections are kept, and whom they are from. */
export type ConnectionSettings = {
  readonly keepAliveTimeoutMs: number;
  readonly trustProxies: readonly string[];
  readonly proxyHeader: ProxyHeader;
  /** Undefined for plain HTTP. */
  readonly tlsFiles: TlsFiles | undefined;
};

/** Longer than load balancers keep theirs, for which 60 seconds are usual. */
const DEFAULT_KEEP_ALIVE_MS = 75_000;
const MAX_KEEP_ALIVE_MS = 3_600_000;

type Env = ServeIo['env'];

/** @throws ConfigError `E_INVALID_OPTION` that says which one, and how to mend it. */
export function readConnectionOptions(
  options: ServeOptions,
  { env, cwd }: Pick<ServeIo, 'env' | 'cwd'>,
): ConnectionSettings {
  const trustProxies = options.trustProxies ?? readList(env.TOOLCRIB_TRUST_PROXY);
  const proxyHeader = options.proxyHeader ?? readProxyHeader(env.TOOLCRIB_PROXY_HEADER);
  // Refuses what isn't a network, before anything is made on the disk.
  createTrustedProxies(trustProxies, proxyHeader);
  const tlsFiles = readTlsFiles(options, { env, cwd });
  return { keepAliveTimeoutMs: readKeepAlive(options, env), trustProxies, proxyHeader, tlsFiles };
}

function readTlsFiles(
  options: ServeOptions,
  { env, cwd }: Pick<ServeIo, 'env' | 'cwd'>,
): TlsFiles | undefined {
  const certFile = options.tlsCertFile ?? (env.TOOLCRIB_TLS_CERT || undefined);
  const keyFile = options.tlsKeyFile ?? (env.TOOLCRIB_TLS_KEY || undefined);
  const { tlsPassphraseFile: passphraseFile } = options;
  if (certFile !== undefined && keyFile !== undefined) {
    return {
      certFile: resolve(cwd, certFile),
      keyFile: resolve(cwd, keyFile),
      passphraseFile: passphraseFile && resolve(cwd, passphraseFile),
      passphrase: env.TOOLCRIB_TLS_PASSPHRASE || undefined,
    };
  }
  if (certFile !== undefined) throw invalid('--tls-cert needs the key of the certificate: --tls-key key.pem');
  if (keyFile !== undefined) throw invalid('--tls-key needs its certificate: --tls-cert cert.pem');
  if (passphraseFile !== undefined)
    throw invalid('--tls-passphrase-file needs --tls-cert and --tls-key, to whose key it belongs.');
  return undefined;
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
