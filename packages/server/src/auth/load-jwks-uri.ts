import { fetchJson } from './fetch-json.ts';
import { assertSafeUrl } from './safe-url.ts';

const MAX_SHOWN = 200;

/** Where an issuer says that its keys are, by OpenID Connect Discovery. Rejects as {@link fetchJson} does. */
export async function loadJwksUri(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await fetchJson(url);
  if (typeof document !== 'object' || document === null) throw new Error(`${url} is not a JSON object`);
  const { issuer: name, jwks_uri: jwksUri } = document as { issuer?: unknown; jwks_uri?: unknown };
  if (name !== issuer) {
    throw new Error(
      `${url} has the "issuer" ${JSON.stringify(name)?.slice(0, MAX_SHOWN)} instead of "${issuer}"`,
    );
  }
  try {
    return assertSafeUrl('jwks_uri', jwksUri);
  } catch (cause) {
    throw new Error(`${url} has no "jwks_uri" that is an https: URL`, { cause });
  }
}
