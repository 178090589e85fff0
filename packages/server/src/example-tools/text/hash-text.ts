import { createHash } from 'node:crypto';
import { defineTool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';

/** Computes digests. */
export const hashText = defineTool({
  name: 'hash_text',
  title: 'Hash text',
  description:
    'Computes the cryptographic digest of a text in UTF-8, as hexadecimal digits. Use it to compare or to ' +
    'fingerprint content; it is not meant for storing passwords.',
  version: '1.0.0',
  tags: ['text', 'encoding'],
  effect: 'read',
  trusted: true,
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    text: z.string().max(500_000).describe('The text to hash.'),
    algorithm: z.enum(['sha256', 'sha512', 'sha3-256']).default('sha256').describe('How to hash it.'),
  }),
  outputSchema: z.strictObject({ algorithm: z.string(), digest: z.string(), bytes: z.int() }),
  handler: ({ text, algorithm }) => {
    const bytes = Buffer.from(text, 'utf8');
    return { algorithm, digest: createHash(algorithm).update(bytes).digest('hex'), bytes: bytes.length };
  },
});
