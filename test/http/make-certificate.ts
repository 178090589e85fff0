import { type KeyObject, sign } from 'node:crypto';

/** What a certificate says. */
export interface CertificateFacts {
  /** A DNS name. */
  readonly name: string;
  readonly publicKey: KeyObject;
  /** Of the key that signs; of the same pair, it is a certificate that trusts itself. */
  readonly privateKey: KeyObject;
  /** @default in an hour */
  readonly validTo?: Date;
}

/** A certificate of an ECDSA key as PEM, for tests: Node reads certificates, and makes none. */
export function makeCertificate({ name, publicKey, privateKey, validTo }: CertificateFacts): string {
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const validFrom = new Date(Date.now() - 86_400_000);
  const until = validTo ?? new Date(Date.now() + 3_600_000);
  const commonName = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
  const alternativeName = sequence(der(0x82, Buffer.from(name)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(name).subarray(0, 8)])),
    algorithm,
    commonName,
    sequence(time(validFrom), time(until)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(objectId('551d11'), der(0x04, alternativeName)))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  const text = sequence(content, algorithm, signature).toString('base64');
  // No line may be empty: OpenSSL takes it for the end of a header.
  const lines = text.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** Of this century. */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}
