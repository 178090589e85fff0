import { z } from 'zod';
import { specComparison } from './comparison.ts';
import { authorityDigest, dateTime, gateTimeoutMs, toolDigest, versionName } from './fields.ts';
import { finding } from './finding.ts';
import { specDifference, versionMark } from './spec.ts';

const toolPolicy = z
  .strictObject({
    autonomy: z.enum(['allow', 'ask', 'deny']).exactOptional(),
    requires: z.array(z.string().min(1).max(128)).max(64).exactOptional(),
    gateTimeoutMs: gateTimeoutMs.exactOptional(),
  })
  .meta({ id: 'ToolsetToolPolicy', description: 'How calls of a tool of a toolset are judged besides.' });

const entry = z
  .strictObject({
    tool: z.string().min(1).max(256),
    range: z.string().max(256).exactOptional(),
    version: versionName.exactOptional(),
    wireName: z.string().max(128).meta({ description: 'The name that models see.' }).exactOptional(),
    description: z.string().min(1).max(32_768).exactOptional(),
    policy: toolPolicy.exactOptional(),
  })
  .meta({ id: 'ToolsetEntry', description: 'A tool of a toolset: which version, and what is otherwise.' });

/** What a toolset is to be; its name is in the path. */
export const toolsetFields = {
  title: z.string().max(256).exactOptional(),
  description: z.string().max(4096).exactOptional(),
  gateTimeoutMs: gateTimeoutMs.exactOptional(),
  tools: z.array(entry).max(1000),
};

const definition = z.strictObject({ name: z.string(), ...toolsetFields });

const pin = z.strictObject({
  tool: z.string(),
  version: z.string().exactOptional(),
  digest: toolDigest,
  authorityDigest: authorityDigest.exactOptional(),
});

const applied = {
  name: z.string(),
  revision: z.int(),
  setDigest: toolDigest,
  appliedAt: dateTime,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  rolledBackTo: z.int().nullable(),
};

export const toolsetItem = z
  .strictObject({
    title: z.string().nullable(),
    description: z.string().nullable(),
    toolCount: z.int(),
    ...applied,
  })
  .meta({ id: 'ToolsetItem', description: 'A toolset in a list.' });

export const toolset = z
  .strictObject({ definition, pins: z.array(pin), ...applied })
  .meta({ id: 'Toolset', description: 'A revision of a toolset.' });

const tokens = z.strictObject({ before: z.int(), after: z.int() });

const change = z
  .strictObject({
    tool: z.string(),
    kind: z.enum(['added', 'removed', 'updated', 'overridden']),
    before: versionMark.exactOptional(),
    after: versionMark.exactOptional(),
    differences: z.array(specDifference),
    comparison: specComparison.exactOptional(),
    policy: z
      .strictObject({ before: toolPolicy.exactOptional(), after: toolPolicy.exactOptional() })
      .exactOptional(),
    findings: z.array(finding),
    tokens,
  })
  .meta({ id: 'ToolsetChange', description: 'How one tool of a toolset will change.' });

export const toolsetPlan = z
  .strictObject({
    definition,
    pins: z.array(pin),
    from: z.strictObject({ revision: z.int(), setDigest: toolDigest }).exactOptional(),
    to: z.strictObject({ setDigest: toolDigest }),
    changes: z.array(change),
    tokens: tokens.meta({ description: 'Of the definitions of all tools together, about.' }),
    isEmpty: z.boolean(),
  })
  .meta({ id: 'ToolsetPlan', description: 'What applying a toolset would do now.' });

export const putToolsetAnswer = z
  .strictObject({
    isApplied: z.boolean().meta({ description: 'False if it was a dry run.' }),
    plan: toolsetPlan,
    toolset: toolset.nullable().meta({ description: 'Null if it was a dry run.' }),
  })
  .meta({ id: 'PutToolsetAnswer', description: 'What was applied, or would be.' });
