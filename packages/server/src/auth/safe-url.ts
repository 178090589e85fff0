import { ConfigError } from 'toolcrib';

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A URL that keys may be fetched from: with TLS, unless it is on this machine.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 */
export function assertSafeUrl(option: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.includes(url.hostname));
  if (isSafe && typeof value === 'string') return value;
  const message = `The ${option} of an issuer must be an https: URL, or an http: URL on this machine.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option } });
}
