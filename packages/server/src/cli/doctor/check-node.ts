import type { Finding } from './finding.ts';

/** The oldest Node that this package runs on; `engines` says the same. */
const OLDEST = [22, 13] as const;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isNewEnough
    ? { check: 'node', status: 'ok', found: version }
    : { check: 'node', status: 'fail', found: version, fix: `Use Node ${OLDEST.join('.')} or newer.` };
}
