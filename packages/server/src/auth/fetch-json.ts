const TIMEOUT_MS = 5_000;

/**
 * The JSON at an address of an issuer. Rejects with an error whose message says what went wrong there, for the operator: it
 * has nothing of what the issuer answered.
 */
export async function fetchJson(url: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json, application/jwk-set+json' },
      // Where the operator has pointed to is where the keys come from.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new Error(`${url} cannot be reached: ${describeFailure(cause)}`, { cause });
  }
  if (response.status !== 200) {
    // Nobody reads on.
    await response.body?.cancel();
    throw new Error(`${url} answered with HTTP ${response.status}`);
  }
  try {
    return await response.json();
  } catch (cause) {
    const isNoJson = cause instanceof SyntaxError;
    const problem = isNoJson ? 'answered with something that is not JSON' : describeFailure(cause);
    throw new Error(`${url} ${isNoJson ? problem : `could not be read: ${problem}`}`, { cause });
  }
}

/** The code of the system, such as ECONNREFUSED or that of a certificate, which `fetch` keeps in the cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A redirect has a cause without a code, and a fixed text.
  return error.cause instanceof Error ? describeFailure(error.cause) : error.message;
}
