import {
  checkKeys,
  checkName,
  checkText,
  findSharedNames,
  labelOf,
  toSentences,
  under,
} from './complaint.ts';
import { checkOpenAIParameters, openAINamePattern } from './openai-function.ts';
import { isFields } from './schema-walk.ts';

/**
 * What is wrong with the tools of one request to OpenAI's Responses, a sentence each. From the SDK's
 * `FunctionTool`, the guides, and the messages of refusals. `strict` has to be said: without it a function is
 * made strict where that is possible, and its schema is not the one that was sent.
 *
 * Left out: the most tools of a request, which is published for Chat Completions only. The name is held to
 * the 64 characters of Chat Completions, though a newer specification says 128.
 */
export function checkOpenAIResponsesTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const functions = tools.map((tool: unknown) => (isFields(tool) ? tool : {}));
  return [
    ...findSharedNames(functions.map(({ name }) => name)),
    ...functions.flatMap((tool, at) => {
      const { type, name, description, parameters, strict } = tool;
      return toSentences(labelOf(name, at), [
        ...checkKeys(tool, {
          at: '',
          required: ['type', 'name', 'parameters', 'strict'],
          optional: ['allowed_callers', 'async', 'defer_loading', 'description', 'output_schema'],
        }),
        ...(type === 'function' ? [] : [{ at: '/type', text: 'is function' }]),
        ...checkName(name, { pattern: openAINamePattern, at: '/name' }),
        ...checkText(description ?? undefined, '/description'),
        ...(typeof strict === 'boolean' ? [] : [{ at: '/strict', text: 'is said, as true or false' }]),
        ...(parameters === undefined || parameters === null
          ? []
          : under('/parameters', checkOpenAIParameters(parameters, { isStrict: strict === true }))),
      ]);
    }),
  ];
}
