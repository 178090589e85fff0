import { readFile } from 'node:fs/promises';
import { ConfigError } from 'toolcrib';
import { z } from 'zod';
import { checkIssuer, checkIssuers, describeIssue } from '../auth/check-issuer.ts';
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
  const value = await readJson(file);
  const read = issuers.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = describePlace(value, issue?.path ?? []);
    throw refused(file, `is wrong ${place}: ${describeIssue(issue)}`, read.error);
  }
  for (const [index, issuer] of read.data.entries()) assertIssuer(file, index, issuer);
  try {
    checkIssuers(read.data);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw refused(file, `is wrong. ${error.message}`, error);
  }
  return read.data;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? ': there is no such file' : ` (${cause.code})`;
    throw refused(file, `cannot be read${reason}.`, cause);
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused(file, 'cannot be read as JSON.', cause);
  }
}

function assertIssuer(file: string, index: number, issuer: OidcIssuer): void {
  try {
    checkIssuer(issuer);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Which one that is has been said already.
    const problem = error.message.replace(' of an issuer', '');
    throw refused(file, `is wrong in ${nameIssuer(index, issuer.issuer)}: ${problem}`, error);
  }
}

/** Where in the file something is wrong: in which issuer, and in which field of it. */
function describePlace(value: unknown, [index, ...fields]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return 'at its beginning';
  const issuer: unknown = Array.isArray(value) ? value[index] : undefined;
  const hasName = typeof issuer === 'object' && issuer !== null && 'issuer' in issuer;
  const place = nameIssuer(index, hasName ? issuer.issuer : undefined);
  return fields.length === 0 ? `in ${place}` : `in ${place}, at ${fields.map(String).join('.')}`;
}

/** As people count, with its name if it has one. */
function nameIssuer(index: number, name: unknown): string {
  return `issuer ${index + 1}${typeof name === 'string' ? ` (${name})` : ''}`;
}

function refused(file: string, problem: string, cause: unknown): ConfigError {
  const message = `The file of issuers, ${file}, ${problem}`;
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'issuersFile' }, cause });
}
