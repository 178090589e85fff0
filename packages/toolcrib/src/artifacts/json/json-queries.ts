import { type ArtifactQuery, defineQuery } from '../artifact-query.ts';
import { pageArguments } from '../structured/page-arguments.ts';
import {
  answerFilter,
  answerGet,
  answerKeys,
  answerLength,
  answerPluck,
  answerSlice,
  answerType,
} from './json-answers.ts';
import type { JsonArtifact } from './json-artifact.ts';
import { jsonOperators } from './json-condition.ts';

const path = {
  type: 'string',
  default: '',
  description: 'JSON Pointer (RFC 6901) such as "/items/0/name"; "" is the root. Lines of JSON are an array.',
} as const;

const field = {
  type: 'string',
  description: 'JSON Pointer from an element, such as "/name"; "" is itself.',
} as const;

/** The questions that JSON can be asked. */
export const jsonQueries: readonly ArtifactQuery<JsonArtifact>[] = Object.freeze([
  defineQuery({
    name: 'artifact_json_type',
    description: 'Tells the type and the size of a JSON value of stored results, or of lines of JSON.',
    inputSchema: { type: 'object', properties: { path }, additionalProperties: false },
    run: answerType,
  }),
  defineQuery({
    name: 'artifact_json_keys',
    description:
      'Lists the keys of a JSON object of stored results, with the types and sizes of their values.',
    inputSchema: { type: 'object', properties: { path, ...pageArguments }, additionalProperties: false },
    run: answerKeys,
  }),
  defineQuery({
    name: 'artifact_json_length',
    description: 'Counts the elements, keys or characters of a JSON value of stored results.',
    inputSchema: { type: 'object', properties: { path }, additionalProperties: false },
    run: answerLength,
  }),
  defineQuery({
    name: 'artifact_json_get',
    description:
      'Shows a JSON value of stored results. Of one that is too large it tells the size and the beginning, and how to read it.',
    inputSchema: { type: 'object', properties: { path }, additionalProperties: false },
    run: answerGet,
  }),
  defineQuery({
    name: 'artifact_json_slice',
    description:
      'Shows consecutive elements of a JSON array, properties of an object, characters of a string, or lines, of stored results.',
    inputSchema: { type: 'object', properties: { path, ...pageArguments }, additionalProperties: false },
    run: answerSlice,
  }),
  defineQuery({
    name: 'artifact_json_filter',
    description:
      'Shows the elements of a JSON array or object, or the lines, of stored results whose field meets a condition.',
    inputSchema: {
      type: 'object',
      properties: {
        path,
        field: { ...field, default: '' },
        operator: {
          enum: jsonOperators,
          description:
            'contains: a text in a string, or an item in an array. greater and less: numbers, or strings by code units. exists: value false asks for elements without the field.',
        },
        value: {
          type: ['string', 'number', 'boolean', 'null'],
          description: 'Compared exactly. Of numbers with more than 15 digits, the digits as a string.',
        },
        ...pageArguments,
      },
      required: ['operator'],
      additionalProperties: false,
    },
    run: answerFilter,
  }),
  defineQuery({
    name: 'artifact_json_pluck',
    description:
      'Shows some fields of each element of a JSON array or object, or of each line, of stored results.',
    inputSchema: {
      type: 'object',
      properties: {
        path,
        fields: { type: 'array', items: field, minItems: 1, maxItems: 32 },
        ...pageArguments,
      },
      required: ['fields'],
      additionalProperties: false,
    },
    run: answerPluck,
  }),
]);
