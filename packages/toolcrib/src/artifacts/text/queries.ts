import { type ArtifactQuery, defineQuery } from '../artifact-query.ts';
import { describeHead, describeMatches, describePage, describeTail, HEADER_BYTES } from './answers.ts';

const MAX_NUMBER = 1_000_000_000_000;

const line = { type: 'integer', minimum: 1, maximum: MAX_NUMBER } as const;
const byte = { type: 'integer', minimum: 0, maximum: MAX_NUMBER } as const;
const fromByte = {
  ...byte,
  description: 'First byte, from 0, instead of a line: for very long lines.',
} as const;
const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

const head = defineQuery({
  name: 'artifact_head',
  description: 'Shows the first lines of stored text results.',
  inputSchema: {
    type: 'object',
    properties: { lines: { ...line, default: 50 } },
    additionalProperties: false,
  },
  run: async (artifact, { lines }, { maxBytes, ...bounds }) =>
    describeHead(await artifact.head({ lines, maxBytes: maxBytes - HEADER_BYTES, ...bounds }), artifact),
});

const tail = defineQuery({
  name: 'artifact_tail',
  description: 'Shows the last lines of stored text results.',
  inputSchema: {
    type: 'object',
    properties: {
      lines: { ...line, default: 50 },
      before: { ...byte, description: 'Show what comes before this byte, instead of the very end.' },
    },
    additionalProperties: false,
  },
  run: async (artifact, { lines, before }, { maxBytes, ...bounds }) =>
    describeTail(
      await artifact.tail({ lines, before, maxBytes: maxBytes - HEADER_BYTES, ...bounds }),
      artifact,
    ),
});

const grep = defineQuery({
  name: 'artifact_grep',
  description:
    'Finds the lines of stored text results that match a pattern: a regular expression as in JavaScript, ' +
    'without lookarounds and back-references, or plain text. Lines come with their numbers.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, maxLength: 1_000 },
      isLiteral: { type: 'boolean', default: false, description: 'Whether the pattern is plain text.' },
      ignoreCase: { type: 'boolean', default: false },
      context: { type: 'integer', minimum: 0, maximum: 20, default: 0, description: 'Lines around a match.' },
      maxMatches: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
      from: { ...line, default: 1, description: 'First line to search, from 1.' },
      fromByte,
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  run: async (artifact, args, { maxBytes, ...bounds }) =>
    describeMatches(await artifact.grep({ ...args, maxBytes: maxBytes - HEADER_BYTES, ...bounds })),
});

const cat = defineQuery({
  name: 'artifact_cat',
  description: 'Shows stored text results from a line, or a byte, on: as much as fits.',
  inputSchema: {
    type: 'object',
    properties: {
      from: { ...line, default: 1, description: 'First line, from 1.' },
      fromByte,
      lines: { ...line, description: 'At most so many lines.' },
    },
    additionalProperties: false,
  },
  run: async (artifact, args, { maxBytes, ...bounds }) =>
    describePage(await artifact.cat({ ...args, maxBytes: maxBytes - HEADER_BYTES, ...bounds }), artifact),
});

const byteLength = defineQuery({
  name: 'artifact_byte_length',
  description: 'Tells how many bytes stored results have, text or not.',
  inputSchema: nothing,
  // Nothing is read for it.
  accepts: () => true,
  run: (artifact) => `${artifact.byteLength} bytes.`,
});

const lineCount = defineQuery({
  name: 'artifact_line_count',
  description: 'Counts the lines of stored text results.',
  inputSchema: nothing,
  run: async (artifact, _args, { signal }) => {
    const count = await artifact.lineCount(signal);
    return count === 1 ? '1 line.' : `${count} lines.`;
  },
});

const tokenEstimate = defineQuery({
  name: 'artifact_token_estimate',
  description: 'Estimates how many tokens it would take to read stored text results whole.',
  inputSchema: nothing,
  run: (artifact) => `About ${artifact.estimateTokens()} tokens, for ${artifact.byteLength} bytes.`,
});

/** What every artifact of text can be asked. */
export const textQueries: readonly ArtifactQuery[] = Object.freeze([
  head,
  tail,
  grep,
  cat,
  byteLength,
  lineCount,
  tokenEstimate,
]);
