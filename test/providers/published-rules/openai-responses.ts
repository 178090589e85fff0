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
 * A search for tools has no name, and there is one at most; one that is left to the client has parameters.
 *
 * Left out: the most tools of a request, which is published for Chat Completions only. The name is held to
 * the 64 characters of Chat Completions, though a newer specification says 128.
 */
export function checkOpenAIResponsesTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const all = tools.map((tool: unknown) => (isFields(tool) ? tool : {}));
  const functions = all.filter(({ type }) => type !== 'tool_search');
  return [
    ...checkSearchTools(all.filter(({ type }) => type === 'tool_search')),
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

function checkSearchTools(tools: readonly Record<string, unknown>[]): string[] {
  const isClient = ({ execution }: Record<string, unknown>) => execution === 'client';
  return [
    ...(tools.length > 1 ? ['A request has one tool_search.'] : []),
    ...tools.flatMap((tool) =>
      toSentences('tool_search', [
        ...checkKeys(tool, {
          at: '',
          required: isClient(tool) ? ['type', 'parameters'] : ['type'],
          optional: ['execution', 'description', 'parameters'],
        }),
        ...checkText(tool.description ?? undefined, '/description'),
        ...(isFields(tool.parameters)
          ? under('/parameters', checkOpenAIParameters(tool.parameters, { isStrict: false }))
          : []),
      ]),
    ),
  ];
}
