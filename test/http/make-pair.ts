import { generateKeyPairSync } from 'node:crypto';
import type { TlsPair } from '../../packages/server/src/node/tls-pair.ts';
import { makeCertificate } from './make-certificate.ts';

/** A certificate that trusts itself, with its key. A text is the passphrase of that. */
export function makePair(
  name: string,
  options: string | { readonly passphrase?: string; readonly validTo?: Date } = {},
): TlsPair {
  const { passphrase, validTo = undefined } = typeof options === 'string' ? { passphrase: options } : options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const key = privateKey.export({ type: 'pkcs8', format: 'pem', ...protection }).toString();
  return {
    cert: makeCertificate({ name, publicKey, privateKey, ...(validTo !== undefined && { validTo }) }),
    key,
    passphrase,
  };
}
