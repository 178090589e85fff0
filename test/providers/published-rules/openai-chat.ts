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

const MAX_TOOLS = 128;

/**
 * What is wrong with the tools of one request to OpenAI's Chat Completions, a sentence each. From the SDK's
 * `ChatCompletionFunctionTool` and `FunctionDefinition`, the guides, and the messages of refusals.
 *
 * Left out: the 1,024 characters that a description once could have; OpenAI has lifted the limit.
 */
export function checkOpenAIChatTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const wrappers = tools.map((tool: unknown) => (isFields(tool) ? tool : {}));
  const functions = wrappers.map((tool) => (isFields(tool.function) ? tool.function : {}));
  return [
    ...(tools.length > MAX_TOOLS ? [`A request takes ${MAX_TOOLS} tools, and has ${tools.length}.`] : []),
    ...findSharedNames(functions.map(({ name }) => name)),
    ...functions.flatMap((definition, at) => {
      const { name, description, parameters, strict } = definition;
      const wrapper = wrappers[at] ?? {};
      const isFlag = strict === undefined || strict === null || typeof strict === 'boolean';
      return toSentences(labelOf(name, at), [
        ...checkKeys(wrapper, { at: '', required: ['type', 'function'], optional: [] }),
        ...(wrapper.type === 'function' ? [] : [{ at: '/type', text: 'is function' }]),
        ...checkKeys(definition, {
          at: '/function',
          required: ['name'],
          optional: ['description', 'parameters', 'strict'],
        }),
        ...checkName(name, { pattern: openAINamePattern, at: '/function/name' }),
        ...checkText(description, '/function/description'),
        ...(isFlag ? [] : [{ at: '/function/strict', text: 'is a boolean' }]),
        ...(parameters === undefined
          ? []
          : under('/function/parameters', checkOpenAIParameters(parameters, { isStrict: strict === true }))),
      ]);
    }),
  ];
}
