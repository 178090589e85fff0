import { readFile } from 'node:fs/promises';
import { ConfigError } from 'toolcrib';
import { z } from 'zod';
import { checkIssuers, describeIssue } from '../auth/check-issuer.ts';
import { grantRulesSchema } from '../auth/grant-rule.ts';
import type { OidcIssuer } from '../auth/oidc-issuer.ts';
import { roles } from '../auth/role.ts';

const limits = z.strictObject({
  requestsPerMinute: z.int().positive().exactOptional(),
  callsPerMinutePerTool: z.int().positive().exactOptional(),
  callsPerDayPerTool: z.int().positive().exactOptional(),
  callsPerDay: z.int().positive().exactOptional(),
});

const issuers = z.array(
  z.strictObject({
    issuer: z.string(),
    audience: z.string().min(1),
    tenants: z.array(z.string()).min(1),
    jwksUri: z.string().exactOptional(),
    algorithms: z.array(z.string()).min(1).exactOptional(),
    grantsClaim: z.string().min(1).exactOptional(),
    grantRules: grantRulesSchema.exactOptional(),
    maxRoles: z.array(z.enum(roles)).exactOptional(),
    maxKeyDays: z.number().positive().exactOptional(),
    limits: limits.exactOptional(),
    cooldownMs: z.int().nonnegative().exactOptional(),
  }),
) satisfies z.ZodType<readonly OidcIssuer[]>;

/**
 * Reads a JSON file with a list of issuers whose tokens are accepted.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the file, and what is wrong in it.
 */
export async function loadIssuers(file: string): Promise<readonly OidcIssuer[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw refused(file, 'cannot be read as JSON.', cause);
  }
  const read = issuers.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.join('.') || 'its beginning';
    throw refused(file, `is wrong at ${place}: ${describeIssue(issue)}`, read.error);
  }
  try {
    checkIssuers(read.data);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw refused(file, `is wrong. ${error.message}`, error);
  }
  return read.data;
}

function refused(file: string, problem: string, cause: unknown): ConfigError {
  const message = `The file of issuers, ${file}, ${problem}`;
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'issuersFile' }, cause });
}
