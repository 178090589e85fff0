import { fetchJson } from './fetch-json.ts';
import { assertSafeUrl } from './safe-url.ts';

/** Where an issuer says that its keys are, by OpenID Connect Discovery. Throws whatever went wrong. */
export async function loadJwksUri(issuer: string): Promise<string> {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (typeof document !== 'object' || document === null)
    throw new Error('The issuer describes itself by no object.');
  const { issuer: name, jwks_uri: jwksUri } = document as { issuer?: unknown; jwks_uri?: unknown };
  if (name !== issuer) throw new Error('The issuer calls itself otherwise.');
  return assertSafeUrl('jwks_uri', jwksUri);
}
