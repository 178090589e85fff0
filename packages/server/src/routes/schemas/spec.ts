import { z } from 'zod';
import { isPathSegment, jsonObject, toolDigest } from './fields.ts';

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
  })
  .meta({ id: 'ToolSpecRequest', description: 'What a model reads of a tool, to be published.' });

/** A spec as a catalogue has it. */
export const toolSpec = z
  .strictObject({ name: z.string(), ...fields, outputSchema: jsonObject })
  .meta({ id: 'ToolSpec', description: 'What a model reads of a tool, apart from how it is run.' });

export const versionMark = z.strictObject({ version: z.string().exactOptional(), digest: toolDigest }).meta({
  id: 'VersionMark',
  description: 'A version of a tool by its number, if it has one, and its digest.',
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
    ]),
    pointer: z.string().meta({ description: 'A JSON Pointer (RFC 6901) into the spec.' }),
    before: z.unknown().meta({ description: 'Absent if there was nothing.' }).optional(),
    after: z.unknown().meta({ description: 'Absent if there is nothing any more.' }).optional(),
  })
  .meta({ id: 'SpecDifference', description: 'One place where two specs differ.' });
