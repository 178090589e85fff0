import { readFile } from 'node:fs/promises';
import { ConfigError } from 'toolcrib';
import { z } from 'zod';
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
    maxRoles: z.array(z.enum(roles)).exactOptional(),
    maxKeyDays: z.number().positive().exactOptional(),
    limits: limits.exactOptional(),
    cooldownMs: z.int().nonnegative().exactOptional(),
  }),
) satisfies z.ZodType<readonly OidcIssuer[]>;

/**
 * Reads a JSON file with a list of issuers whose tokens are accepted. Whether each can be trusted is looked at by whoever uses them.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the file, and what is wrong in it.
 */
export async function loadIssuers(file: string): Promise<readonly OidcIssuer[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw refused(file, 'cannot be read as JSON', cause);
  }
  const read = issuers.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refused(
    file,
    `is wrong at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`,
    read.error,
  );
}

function refused(file: string, problem: string, cause: unknown): ConfigError {
  const message = `The file of issuers, ${file}, ${problem}.`;
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'issuersFile' }, cause });
}
