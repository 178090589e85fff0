import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { ConfigError } from 'toolcrib';

/** A certificate with its key, as PEM. */
export interface TlsPair {
  /** The certificate of the service, and after it those that lead to one that clients know. */
  readonly cert: string;
  readonly key: string;
  /** Of the key, if that is encrypted. */
  readonly passphrase?: string | undefined;
}

/** How a server uses a pair. Older versions of TLS than 1.2 are refused, whatever the host allows. */
export function toTlsOptions({ cert, key, passphrase }: TlsPair): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2', ...(passphrase !== undefined && { passphrase }) };
}

/** @throws ConfigError `E_TLS_INVALID` that says what is wrong with a pair; nothing of the key or its passphrase is in it. */
export function assertTlsPair(pair: TlsPair): void {
  const certificate = attempt('The certificate is not in PEM form.', () => new X509Certificate(pair.cert));
  const key = attempt(describeKeyProblem(pair), () => {
    const { passphrase } = pair;
    return createPrivateKey({
      key: pair.key,
      format: 'pem',
      ...(passphrase !== undefined && { passphrase }),
    });
  });
  if (!certificate.checkPrivateKey(key)) throw invalid('The key is not that of the certificate.');
  attempt('The certificate and its key cannot be used for TLS.', () =>
    createSecureContext(toTlsOptions(pair)),
  );
}

function describeKeyProblem({ key, passphrase }: TlsPair): string {
  if (passphrase !== undefined) return 'The key cannot be read with this passphrase.';
  const isEncrypted = key.includes('ENCRYPTED');
  return isEncrypted ? 'The key is encrypted, and no passphrase was given.' : 'The key is not in PEM form.';
}

function attempt<T>(problem: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw invalid(problem, cause);
  }
}

function invalid(message: string, cause?: unknown): ConfigError {
  return new ConfigError('E_TLS_INVALID', message, { cause });
}
