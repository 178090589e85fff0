import { checkOpenAIResponsesTools } from './openai-responses.ts';
import { type Fields, isFields } from './schema-walk.ts';

/**
 * What is wrong with the searches of one request to OpenAI's Responses that its client makes, a sentence each.
 * From the guide "Tool search", the SDK's `ResponseToolSearchOutputItemParam`, and messages of refusals: a
 * search has an id and arguments, its output follows with the same id, no two items have the same id, and a
 * call of a function that a search has loaded names its namespace, which is called like the function.
 *
 * Left out: searches that the API makes itself, and whether a call may name a namespace that nothing has
 * loaded.
 */
export function checkOpenAIToolSearch(request: unknown): string[] {
  const { input, tools } = isFields(request) ? request : {};
  const items = Array.isArray(input) ? input.filter(isFields) : [];
  const listed = new Set(Array.isArray(tools) ? tools.filter(isFields).map(({ name }) => name) : []);
  const open = new Set<unknown>();
  const loaded = new Set(items.flatMap(toolsOf).map(({ name }) => name));
  const problems = items.flatMap((item, at) => checkItem(item, open).map((text) => `input[${at}]: ${text}`));
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return [
    ...problems,
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${String(id)} is there twice`),
    ...[...open].map((id) => `the search ${String(id)} has no output`),
    ...items
      .filter(({ type, name }) => type === 'function_call' && loaded.has(name) && !listed.has(name))
      .filter(({ name, namespace }) => namespace !== name)
      .map(({ name }) => `the call of ${String(name)} lacks its namespace`),
  ];
}

function checkItem(item: Fields, open: Set<unknown>): string[] {
  const { type, call_id, execution, status, arguments: args } = item;
  if ((type !== 'tool_search_call' && type !== 'tool_search_output') || execution === 'server') return [];
  const problems = [
    ...(execution === 'client' ? [] : ['a search of ours says so']),
    ...(typeof call_id === 'string' && call_id !== '' ? [] : ['a search of ours has an id']),
    ...(status === 'completed' ? [] : ['a search that is told again is complete']),
  ];
  if (type === 'tool_search_call') {
    open.add(call_id);
    return [...problems, ...(isFields(args) ? [] : ['the arguments of a search are an object'])];
  }
  const answers = open.delete(call_id);
  return [
    ...problems,
    ...(answers ? [] : ['an output answers no search']),
    ...(Array.isArray(item.tools) ? checkOpenAIResponsesTools(item.tools) : ['an output has tools']),
  ];
}

function toolsOf({ type, tools }: Fields): readonly Fields[] {
  return type === 'tool_search_output' && Array.isArray(tools) ? tools.filter(isFields) : [];
}
