import { generateKeyPairSync } from 'node:crypto';
import type { TlsPair } from '../../packages/server/src/node/tls-pair.ts';
import { makeCertificate } from './make-certificate.ts';

/** A certificate that trusts itself, with its key. */
export function makePair(name: string, passphrase?: string): TlsPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const key = privateKey.export({ type: 'pkcs8', format: 'pem', ...protection }).toString();
  return { cert: makeCertificate({ name, publicKey, privateKey }), key, passphrase };
}
