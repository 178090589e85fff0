import { z } from 'zod';
import { authorityDigest, gateTimeoutMs, isPathSegment, jsonObject, toolDigest } from './fields.ts';
import { requiredScopes, toolEffect } from './tool.ts';

const binding = z
  .strictObject({ kind: z.string().min(1).max(32), digest: toolDigest.exactOptional() })
  .meta({ description: 'What runs it: `code` of the service, or what the document with this digest says.' });

const authority = z
  .strictObject({
    effect: toolEffect,
    requires: requiredScopes,
    trusted: z.boolean().meta({ description: 'Whether results reach the model without the envelope.' }),
    redact: z.boolean().meta({ description: 'Whether secrets are taken out of results.' }),
    verify: z.boolean().meta({ description: 'Whether it can be found out if a call took effect.' }),
    revert: z.boolean().meta({ description: 'Whether the effect of a call can be taken back.' }),
    binding,
    gateTimeoutMs: gateTimeoutMs.exactOptional(),
  })
  .meta({
    id: 'ToolAuthority',
    description: 'What decides what a call may do. Code runs with exactly this authority, or not at all.',
  });

const authorityRequest = z
  .strictObject({
    effect: toolEffect.exactOptional(),
    requires: z.array(z.string().min(1).max(128)).max(64).exactOptional(),
    trusted: z.boolean().exactOptional(),
    redact: z.boolean().exactOptional(),
    verify: z.boolean().exactOptional(),
    revert: z.boolean().exactOptional(),
    binding: binding.exactOptional(),
    gateTimeoutMs: gateTimeoutMs.exactOptional(),
  })
  .meta({
    id: 'ToolAuthorityRequest',
    description:
      'What decides what a call may do. By default it writes, requires no scopes, is untrusted and runs as code.',
  });

const fields = {
  version: z.string().min(1).max(128).exactOptional(),
  title: z.string().max(256).exactOptional(),
  description: z.string().max(32_768).exactOptional(),
  inputSchema: jsonObject,
  annotations: jsonObject.exactOptional(),
  tags: z.array(z.string().min(1).max(128)).max(64).exactOptional(),
};

/** A spec that is sent. The catalogue has the last word on it: whether its schemas are JSON Schema, for instance. */
export const specRequest = z
  .strictObject({
    name: z.string().min(1).max(256).refine(isPathSegment, 'must not be "." or "..", which no URL can name'),
    ...fields,
    outputSchema: jsonObject
      .default({})
      .meta({ description: 'What a result looks like; {} promises nothing.' }),
    authority: authorityRequest.exactOptional(),
  })
  .meta({
    id: 'ToolSpecRequest',
    description:
      'What a model reads of a tool, and its authority, to be published. Without one it counts as destructive and untrusted.',
  });

/** A spec as a catalogue has it. */
export const toolSpec = z
  .strictObject({
    name: z.string(),
    ...fields,
    outputSchema: jsonObject,
    authority: authority.exactOptional(),
  })
  .meta({
    id: 'ToolSpec',
    description: 'What a model reads of a tool, and its authority, apart from how it is run.',
  });

export const versionMark = z
  .strictObject({
    version: z.string().exactOptional(),
    digest: toolDigest,
    authorityDigest: authorityDigest.exactOptional(),
  })
  .meta({
    id: 'VersionMark',
    description: 'A version of a tool by its number, if it has one, and its digests.',
  });

export const specDifference = z
  .strictObject({
    field: z.enum([
      'name',
      'version',
      'title',
      'description',
      'inputSchema',
      'outputSchema',
      'annotations',
      'tags',
      'authority',
    ]),
    pointer: z.string().meta({ description: 'A JSON Pointer (RFC 6901) into the spec.' }),
    before: z.unknown().meta({ description: 'Absent if there was nothing.' }).optional(),
    after: z.unknown().meta({ description: 'Absent if there is nothing any more.' }).optional(),
  })
  .meta({ id: 'SpecDifference', description: 'One place where two specs differ.' });
