import { z } from 'zod';
import { specComparison } from './comparison.ts';
import { authorityDigest, dateTime, toolDigest, versionName } from './fields.ts';
import { finding } from './finding.ts';
import { specDifference, toolSpec, versionMark } from './spec.ts';

export const draft = z
  .strictObject({
    name: z.string(),
    version: versionName,
    spec: toolSpec,
    digest: toolDigest,
    authorityDigest,
    since: dateTime,
    source: z.string().nullable(),
    by: z.string().nullable().meta({ description: 'Who has proposed it.' }),
    reason: z.string().nullable(),
    base: versionMark.nullable().meta({ description: 'The version that it was compared with.' }),
    findings: z.array(finding),
  })
  .meta({ id: 'Draft', description: 'A version that waits for somebody to approve it.' });

export const draftReview = z
  .strictObject({
    draft,
    current: versionMark.nullable().meta({ description: 'The version that is current now.' }),
    differences: z.array(specDifference),
    comparison: specComparison.nullable(),
  })
  .meta({ id: 'DraftReview', description: 'What a draft would change.' });

export const publishPolicy = z
  .strictObject({
    compatibility: z.enum(['none', 'semver', 'review']).exactOptional(),
    lint: z.enum(['block', 'report']).exactOptional(),
  })
  .meta({ id: 'PublishPolicy', description: 'How specs are published. What is absent is not decided here.' });

export const effectivePolicy = z
  .strictObject({
    tool: z.string().nullable().meta({ description: 'Null for every tool that has no policy of its own.' }),
    policy: z.strictObject({
      compatibility: z.enum(['none', 'semver', 'review']),
      lint: z.enum(['block', 'report']),
    }),
  })
  .meta({ id: 'EffectivePolicy', description: 'The policy that holds.' });
