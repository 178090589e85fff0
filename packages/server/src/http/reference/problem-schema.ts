import { errorTable } from 'toolcrib';
import { z } from 'zod';

/** Problem details, for the document. See `toProblem`. */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:toolcrib:error:` and the code.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For people.'),
    code: z.enum(Object.keys(errorTable) as [keyof typeof errorTable]).describe('For programs.'),
    retryable: z.boolean().describe('Whether the very same request may succeed later.'),
    requestId: z.string().describe('By which whoever runs the service finds more in its log.'),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }))
      .optional()
      .describe('Everything that is wrong with the request.'),
    context: z.record(z.string(), z.unknown()).optional().describe('Facts, by code.'),
  })
  .meta({ id: 'Problem', description: 'Problem details (RFC 9457).' });
