import { X509Certificate } from 'node:crypto';

/** Why clients refuse a certificate, or soon will. */
export type ValidityProblem = {
  readonly kind: 'expired' | 'not-yet-valid' | 'expires-soon';
  /** A sentence for people, with the date. */
  readonly message: string;
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validTo: string;
};

const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;

/**
 * What is wrong with the time of a certificate (PEM); undefined if nothing is. It expires soon in its last 14 days, or in the
 * last quarter of a shorter life.
 */
export function findValidityProblem(cert: string, now: number): ValidityProblem | undefined {
  const { validFrom, validTo } = new X509Certificate(cert);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const dates = { validFrom: new Date(from).toISOString(), validTo: new Date(to).toISOString() };
  if (now < from) {
    const message = `The TLS certificate is not valid before ${dates.validFrom}: until then clients refuse it.`;
    return { kind: 'not-yet-valid', message, ...dates };
  }
  if (now > to) {
    const message = `The TLS certificate expired at ${dates.validTo}: clients refuse it. Replace its files.`;
    return { kind: 'expired', message, ...dates };
  }
  if (to - now > Math.min(SOON_MS, (to - from) / 4)) return undefined;
  const message = `The TLS certificate expires soon, at ${dates.validTo}. Replace its files before that.`;
  return { kind: 'expires-soon', message, ...dates };
}
