import { z } from 'zod';

/** Path segments that URLs resolve away: nothing of such a name could be asked for. */
const DOT_SEGMENT = /^\.{1,2}$/;

/** Whether a text survives as a segment of a path. */
export function isPathSegment(text: string): boolean {
  return !DOT_SEGMENT.test(text);
}

/** Of a tenant, as catalogues have it. */
export const tenantName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ . -')
  .refine(isPathSegment, 'must not be made of dots alone')
  .meta({ description: 'The name of a tenant.' });

/** Of a tool that is asked for. One that there cannot be is not found. */
export const toolName = z.string().min(1).max(256).meta({ description: 'The name of a tool.' });

/** Of a toolset that is asked for. */
export const toolsetName = z.string().min(1).max(64).meta({ description: 'The name of a toolset.' });

/** A version in an answer or a body: `null` is the one without a version. */
export const versionName = z
  .string()
  .min(1)
  .max(128)
  .nullable()
  .meta({ description: 'A version; null is the one without a version.' });

export const dateTime = z.iso.datetime();

/** Of a tool or a toolset. */
export const gateTimeoutMs = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: 'How long its gates stay open at most, in milliseconds; the shortest time counts.' });

/** A date in a request, in the one form in which everything keeps dates. */
export const requestedDate = z.iso.datetime().transform((date) => new Date(date).toISOString());

export const toolDigest = z
  .string()
  .regex(/^sha256\/v1:[0-9a-f]{64}$/, 'must be a digest such as sha256/v1: with 64 hexadecimal digits')
  .meta({ description: 'The digest of what a model can see of a tool, or of a set of tools.' });

export const authorityDigest = toolDigest.meta({
  description: 'The digest of the authority of a tool: what decides what a call may do.',
});

/** The digests of a definition that was locked, and of the one that was found. */
export const digestMove = z.strictObject({ locked: toolDigest, actual: toolDigest });

export const reason = z
  .string()
  .min(1)
  .max(4096)
  .meta({ description: 'Why; it is recorded with the change.' });

/** An object whose content is somebody else's to check. Its keys are not visited: there can be 100,000 of them. */
export const jsonObject = z
  .unknown()
  .refine(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  // What the refinement has just made sure of.
  .meta({ type: 'object', additionalProperties: {} }) as unknown as z.ZodType<Record<string, unknown>>;

/** `?flag=true`. */
export const queryFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const tenantParams = z.strictObject({ tenant: tenantName });

export const toolParams = z.strictObject({ tenant: tenantName, name: toolName });

export const toolsetParams = z.strictObject({ tenant: tenantName, name: toolsetName });

/** The query of changes that have no body. */
export const reasonQuery = z.strictObject({ reason: reason.exactOptional() });

/** The body of changes that need to know nothing else; it may be left out. */
export const reasonBody = z
  .strictObject({ reason: reason.exactOptional() })
  .default({})
  .meta({ id: 'ChangeRequest', description: 'Why a change is made.' });
