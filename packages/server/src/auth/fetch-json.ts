const TIMEOUT_MS = 5_000;

/** The JSON at an address of an issuer. Throws whatever went wrong. */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    // Where the operator has pointed to is where the keys come from.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    // Nobody reads on.
    await response.body?.cancel();
    throw new Error(`The issuer answered with ${response.status}.`);
  }
  return await response.json();
}
