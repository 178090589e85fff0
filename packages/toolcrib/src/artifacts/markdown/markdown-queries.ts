import { type ArtifactQuery, defineQuery } from '../artifact-query.ts';
import { pageArguments } from '../structured/page-arguments.ts';
import { answerSection } from './answer-section.ts';
import {
  answerCodeBlocks,
  answerFrontMatter,
  answerHeadings,
  answerLinks,
  answerText,
} from './markdown-answers.ts';
import type { MarkdownArtifact } from './markdown-artifact.ts';

const page = { type: 'object', properties: pageArguments, additionalProperties: false } as const;
const line = { type: 'integer', minimum: 1 } as const;

/** The questions that Markdown can be asked. */
export const markdownQueries: readonly ArtifactQuery<MarkdownArtifact>[] = Object.freeze([
  defineQuery({
    name: 'artifact_markdown_frontmatter',
    description:
      'Shows the front matter of stored Markdown results: the text between the "---" lines at the top.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    run: answerFrontMatter,
  }),
  defineQuery({
    name: 'artifact_markdown_headings',
    description: 'Lists the headings of stored Markdown results, with their lines and levels.',
    inputSchema: page,
    run: answerHeadings,
  }),
  defineQuery({
    name: 'artifact_markdown_section',
    description:
      'Shows a section of stored Markdown results: its heading, and the text up to the next heading of the same level or above.',
    inputSchema: {
      type: 'object',
      properties: {
        heading: { type: 'string', description: 'The text of the heading.' },
        line: { ...line, description: 'A line of the section, from 1, instead of its heading.' },
        from: { ...line, description: 'First line to show, to go on; the answer says which one.' },
        fromByte: {
          type: 'integer',
          minimum: 0,
          description: 'First byte instead, inside of a very long line.',
        },
      },
      additionalProperties: false,
    },
    run: answerSection,
  }),
  defineQuery({
    name: 'artifact_markdown_code_blocks',
    description: 'Shows the fenced code of stored Markdown results, with its lines and languages.',
    inputSchema: page,
    run: answerCodeBlocks,
  }),
  defineQuery({
    name: 'artifact_markdown_links',
    description: 'Lists the links and images of stored Markdown results, with their lines and addresses.',
    inputSchema: page,
    run: answerLinks,
  }),
  defineQuery({
    name: 'artifact_markdown_text',
    description: 'Shows stored Markdown results as prose, without markup and code.',
    inputSchema: {
      type: 'object',
      properties: {
        from: {
          ...pageArguments.from,
          description: 'First character, from 0; the answer says how to go on.',
        },
      },
      additionalProperties: false,
    },
    run: answerText,
  }),
]);
