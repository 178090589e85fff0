import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** A pair of keys of an issuer. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Makes a pair of keys. */
export async function makeSigningKey(kid: string, algorithm = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } };
}

/** An issuer on this machine. */
export class LocalIssuer {
  keys: readonly SigningKey[] = [];
  isDown = false;
  /** What it says of itself; a text is sent as it is. */
  document: Record<string, unknown> | string | undefined;
  /** What it sends instead of its keys. */
  keyDocument: unknown;
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.requests.push(request.url ?? '');
    if (this.isDown) return void response.writeHead(503).end('secret details');
    const isKeys = request.url === '/keys';
    const body = isKeys ? (this.keyDocument ?? { keys: this.keys.map(({ jwk }) => jwk) }) : this.document;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.document = { issuer: this.url, jwks_uri: `${this.url}/keys` };
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** An issuer whose tokens a service accepts. */
export interface TrustedIssuer {
  readonly options: { readonly issuer: string; readonly audience: string; readonly jwksUri: string };
  /** A token for the service, valid for ten minutes, of the subject `ann` unless it says otherwise. */
  sign(claims: JWTPayload): Promise<string>;
}

/** Starts an issuer with one key; it ends with the test. */
export async function openTrustedIssuer(): Promise<TrustedIssuer> {
  const issuer = new LocalIssuer();
  const key = await makeSigningKey('one');
  issuer.keys = [key];
  await issuer.listen();
  onTestFinished(() => issuer.close());
  const { url } = issuer;
  return {
    options: { issuer: url, audience: 'toolcrib', jwksUri: `${url}/keys` },
    sign: async (claims) => {
      const exp = Math.floor(Date.now() / 1_000) + 600;
      const payload = { iss: url, aud: 'toolcrib', sub: 'ann', exp, ...claims };
      return await new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .sign(key.privateKey);
    },
  };
}
