import { z } from 'zod';
import { authorityDigest, dateTime, toolDigest, versionName } from './fields.ts';
import { finding } from './finding.ts';
import { toolSpec } from './spec.ts';
import { requiredScopes, toolEffect } from './tool.ts';

export const deprecation = z
  .strictObject({
    message: z.string(),
    replacement: z.string().exactOptional(),
    sunset: dateTime.exactOptional(),
  })
  .meta({ id: 'Deprecation', description: 'That a version is on its way out.' });

export const quarantine = z
  .strictObject({ reason: z.string(), since: dateTime, by: z.string().exactOptional() })
  .meta({ id: 'Quarantine', description: 'That a tool must not be used until it is released.' });

export const quarantinedName = z
  .strictObject({
    name: z.string(),
    quarantine,
    hasTool: z.boolean().meta({
      description: 'False for a name that was blocked before it was used, or whose tool was removed.',
    }),
  })
  .meta({ id: 'QuarantinedName', description: 'A name in quarantine, with a tool or without.' });

const toolStatus = z.enum(['active', 'deprecated', 'sunset', 'disabled', 'quarantined', 'draft']);

const toolCode = z
  .strictObject({
    version: versionName.meta({ description: 'The one that the code is of; not always the current one.' }),
    digest: toolDigest,
    authorityDigest,
    effect: toolEffect,
    requires: requiredScopes,
  })
  .meta({ id: 'ToolCode', description: 'What runs when a tool is called.' });

/** What everybody who may read the catalogue is told of a tool. */
const standing = {
  status: toolStatus,
  enabled: z.boolean(),
  binding: z.enum(['bound', 'unbound', 'differs']).meta({
    description: 'Whether the service has code for the tool, of the same definition and authority.',
  }),
  digest: toolDigest,
  authorityDigest,
  createdAt: dateTime.meta({ description: 'When this version was first registered.' }),
  source: z.string().nullable().meta({ description: 'Where this version came from, as far as it was told.' }),
  deprecation: deprecation.nullable(),
  quarantine: quarantine.nullable(),
};

export const catalogItem = z
  .strictObject({
    name: z.string(),
    version: versionName,
    title: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    versionCount: z.int(),
    ...standing,
  })
  .meta({ id: 'CatalogItem', description: 'A tool of the catalogue in a list: without its schemas.' });

export const toolVersion = z
  .strictObject({
    version: versionName,
    digest: toolDigest,
    authorityDigest,
    isCurrent: z.boolean(),
    createdAt: dateTime,
    source: z.string().nullable(),
    deprecation: deprecation.nullable(),
  })
  .meta({ id: 'ToolVersion', description: 'One version of a tool that was published.' });

export const registration = z
  .strictObject({
    name: z.string(),
    version: versionName,
    isCurrent: z.boolean(),
    spec: toolSpec,
    ...standing,
    code: toolCode.nullable().meta({ description: 'The code that the service has for the name, if any.' }),
    versions: z
      .array(versionName)
      .meta({ description: 'All of them, in the order of their first registration.' }),
  })
  .meta({
    id: 'Registration',
    description: 'A version of a tool in the catalogue, with the state of the tool.',
  });

export const registerOutcome = z
  .strictObject({
    name: z.string(),
    version: versionName,
    outcome: z.enum(['created', 'updated', 'reactivated', 'unchanged', 'draft']).meta({
      description: 'What became of the spec: `draft` waits to be approved, and is not published.',
    }),
    digest: toolDigest,
    authorityDigest,
    findings: z.array(finding),
  })
  .meta({ id: 'RegisterOutcome', description: 'What became of one spec.' });

export const registerAnswer = z.strictObject({ results: z.array(registerOutcome) }).meta({
  id: 'RegisterAnswer',
  description: 'What became of each spec, in the order in which they were sent.',
});
