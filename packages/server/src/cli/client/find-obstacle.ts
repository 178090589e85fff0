import type { Obstacle } from './unreachable-error.ts';

type Explanation = Omit<Obstacle, 'code'>;

const untrusted: Explanation = {
  meaning: 'its certificate is not trusted',
  hint: 'If it is of an authority of your own, name the file with the certificate of that authority (PEM) in NODE_EXTRA_CA_CERTS.',
};

/** What the codes of OpenSSL and Node say about a certificate. */
const certificateProblems: Readonly<Record<string, Explanation>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_HAS_EXPIRED: {
    meaning: 'its certificate has expired',
    hint: 'Replace the certificate of the service, and compare the clock of this machine.',
  },
  CERT_NOT_YET_VALID: {
    meaning: 'its certificate is not valid yet',
    hint: 'Compare the clock of this machine with that of the service.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    meaning: 'its certificate is for another name',
    hint: 'Give --url with a name that the certificate is for, or the service a certificate for this name.',
  },
};

/** What a TLS port answers to HTTP, which is nothing. */
const closedCodes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET'];
const PATIENCE_MS = 2_000;

/** Why a request to an address failed. Nothing of the error but its code is told. */
export async function findObstacle(
  error: unknown,
  base: URL,
  fetch: (request: Request) => Promise<Response>,
): Promise<Obstacle> {
  const code = codeOf(error);
  if (code === undefined) return { code };
  if (Object.hasOwn(certificateProblems, code)) return { code, ...certificateProblems[code] };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return { code, meaning: 'it speaks http://, not https://', hint: addressHint('http:', base) };
  if (base.protocol === 'http:' && closedCodes.includes(code) && (await speaksTls(base, fetch)))
    return { code, meaning: 'it speaks https://, not http://', hint: addressHint('https:', base) };
  return { code };
}

function addressHint(protocol: string, { host }: URL): string {
  return `Give its address as ${protocol}//${host}`;
}

/** Asks at the same address over TLS, without the key. */
async function speaksTls({ host }: URL, fetch: (request: Request) => Promise<Response>): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(new Request(`https://${host}/healthz`, { signal, redirect: 'manual' }));
    await answer.body?.cancel();
    return true;
  } catch (error) {
    // Who shows a certificate speaks TLS, whatever is wrong with that.
    return Object.hasOwn(certificateProblems, codeOf(error) ?? '');
  }
}

/** The system's word for it. `fetch` has it in the cause. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
