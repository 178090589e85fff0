import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** An issuer of tokens on this machine. */
export interface TestIssuer {
  /** What a service needs to accept its tokens. */
  readonly options: { readonly issuer: string; readonly audience: string; readonly jwksUri: string };
  /** A token for the service, valid for ten minutes, of the subject `ann` unless it says otherwise. */
  sign(claims: JWTPayload): Promise<string>;
}

/** Starts an issuer; it ends with the test. */
export async function openTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(keys);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { issuer, audience: 'toolcrib', jwksUri: `${issuer}/keys` },
    sign: async (claims) => {
      const exp = Math.floor(Date.now() / 1_000) + 600;
      const payload = { iss: issuer, aud: 'toolcrib', sub: 'ann', exp, ...claims };
      return await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
    },
  };
}
