import { ConfigError } from 'toolcrib';
import { loadIssuers } from '../../serve/load-issuers.ts';
import type { Finding } from './finding.ts';

/** Whether `toolcrib serve` would start with the file of issuers. */
export async function checkIssuers(file: string): Promise<Finding> {
  const check = 'issuers';
  try {
    const issuers = await loadIssuers(file);
    const rules = issuers.reduce((sum, { grantRules = [] }) => sum + grantRules.length, 0);
    return { check, status: 'ok', found: `${file} (issuers: ${issuers.length}, rules: ${rules})` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      check,
      status: 'fail',
      found: error.message,
      fix: 'Correct TOOLCRIB_OIDC, or the file that it names.',
    };
  }
}
