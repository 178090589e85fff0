import { z } from 'zod';
import { digestMove, toolDigest } from './fields.ts';
import { specDifference } from './spec.ts';

const lockedParts = z
  .array(z.enum(['definition', 'authority']))
  .meta({ description: 'What is not as it was locked; empty if only the source is another.' });

const lockMove = z.strictObject({ locked: z.string().nullable(), actual: z.string().nullable() });

const lockCheck = z
  .strictObject({
    name: z.string(),
    status: z.enum(['ok', 'changed', 'missing', 'unlocked']),
    locked: toolDigest.exactOptional(),
    actual: toolDigest.exactOptional(),
    parts: lockedParts.exactOptional(),
    authority: digestMove.exactOptional(),
    version: lockMove.exactOptional(),
    source: lockMove.exactOptional(),
    differences: z.array(specDifference).exactOptional(),
  })
  .meta({ id: 'LockCheck', description: 'Whether a tool is as it was locked.' });

export const lockVerification = z
  .strictObject({ isOk: z.boolean(), tools: z.array(lockCheck) })
  .meta({ id: 'LockVerification', description: 'What differs from a lock.' });

const preflightStatus = z.enum(['ready', 'changed', 'missing', 'disabled', 'quarantined', 'denied']);

const preflightCheck = z
  .strictObject({
    name: z.string(),
    status: preflightStatus,
    lockedVersion: z.string().exactOptional(),
    locked: toolDigest,
    actual: toolDigest.exactOptional(),
    parts: lockedParts.exactOptional(),
    authority: digestMove.exactOptional(),
    reason: z.string().exactOptional(),
    version: lockMove.exactOptional(),
    source: lockMove.exactOptional(),
    differences: z.array(specDifference).exactOptional(),
    replacement: z.string().exactOptional(),
    didYouMean: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'PreflightCheck', description: 'Whether a tool can be used now, as it was locked.' });

export const preflightReport = z
  .strictObject({
    isReady: z.boolean(),
    sequence: z.int().meta({
      description: 'The last event of the catalog that counted; 0 for a key that is limited to toolsets.',
    }),
    counts: z.record(preflightStatus, z.int()),
    tools: z.array(preflightCheck),
  })
  .meta({ id: 'PreflightReport', description: 'Whether every tool of a lock can be used now.' });
