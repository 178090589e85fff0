import { z } from 'zod';
import { authorityDigest, gateTimeoutMs, jsonObject, toolDigest, versionName } from './fields.ts';

export const toolEffect = z.enum(['read', 'write', 'destructive']);
export const requiredScopes = z.array(z.string()).meta({ description: 'Scopes that a caller must hold.' });

export const tool = z
  .strictObject({
    name: z.string().meta({ description: 'The name to call it by.' }),
    title: z.string().nullable(),
    description: z.string(),
    inputSchema: jsonObject,
    outputSchema: jsonObject.nullable(),
    annotations: jsonObject.nullable(),
    version: versionName,
    tags: z.array(z.string()),
    effect: toolEffect,
    requires: requiredScopes,
    gateTimeoutMs: gateTimeoutMs.exactOptional(),
    digest: toolDigest,
    authorityDigest,
  })
  .meta({ id: 'Tool', description: 'A tool that you may call.' });

const wordMatch = z.strictObject({
  word: z.string(),
  matched: z.string(),
  kind: z.enum(['word', 'synonym', 'prefix', 'typo', 'compound']),
  fields: z.array(z.string()),
  score: z.number(),
});

const explanation = z
  .strictObject({
    words: z.array(wordMatch),
    missing: z.array(z.string()),
    phrases: z.array(z.strictObject({ words: z.tuple([z.string(), z.string()]), score: z.number() })),
    boosts: z.strictObject({
      query: z.number(),
      name: z.number(),
      description: z.number(),
      tags: z.number(),
    }),
    ranks: z
      .strictObject({ words: z.int().exactOptional(), meaning: z.int().exactOptional() })
      .exactOptional(),
  })
  .meta({ id: 'SearchExplanation', description: 'Why a tool has the score that it has.' });

export const searchAnswer = z
  .strictObject({
    hits: z.array(
      z.strictObject({
        tool,
        score: z.number().meta({ description: 'From 0 to 1, to compare the hits of one search.' }),
        explanation: explanation.exactOptional(),
      }),
    ),
  })
  .meta({ id: 'SearchAnswer', description: 'The tools that fit, the best first.' });
