/**
 * What OpenAI would refuse a request for, written from its documentation and not from our renderers: names, ids,
 * arguments, and that every call has its result where it belongs.
 */

// biome-ignore lint/suspicious/noExplicitAny: checks look into whatever was sent.
type Sent = any;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const PART_TYPES = ['text', 'image_url', 'input_audio', 'file', 'input_text', 'input_image', 'input_file'];

/** What is wrong with the body of a Chat Completions request, one sentence each. */
export function checkChatRequest(body: Sent): string[] {
  const problems = (body.tools ?? []).flatMap((tool: Sent) => checkTool(tool.function));
  if (body.tools?.length === 0) problems.push('tools is empty');
  let open: string[] = [];
  for (const [at, message] of body.messages.entries()) {
    const say = (problem: string) => problems.push(`messages[${at}]: ${problem}`);
    if (message.role === 'tool') {
      if (message.tool_call_id !== open.shift()) say('a result that answers no open call');
      if (typeof message.content !== 'string' || message.content === '') say('a result without text');
      continue;
    }
    if (open.length > 0) say(`calls without a result: ${open}`);
    open = (message.tool_calls ?? []).map(({ id }: Sent) => id);
    if (message.tool_calls?.length === 0) say('an empty list of calls');
    if (new Set(open).size !== open.length) say('two calls with one id');
    for (const { id, type, function: called } of message.tool_calls ?? []) {
      if (type !== 'function') say('a call of another type');
      checkCall(id, called).forEach(say);
    }
    if (!message.tool_calls && !isContent(message.content)) say('no content');
  }
  if (open.length > 0) problems.push(`calls without a result at the end: ${open}`);
  return problems;
}

/** What is wrong with the body of a Responses request, one sentence each. */
export function checkResponsesRequest(body: Sent): string[] {
  const functions = (body.tools ?? []).filter(({ type }: Sent) => type !== 'tool_search');
  const problems: string[] = functions.flatMap(checkTool);
  for (const { name, strict } of functions) {
    if (typeof strict !== 'boolean') problems.push(`tool ${name} does not say whether it is strict`);
  }
  const seen = new Set<string>();
  const open: string[] = [];
  let isThinking = false;
  for (const [at, item] of body.input.entries()) {
    const say = (problem: string) => problems.push(`input[${at}]: ${problem}`);
    if (item.type === 'function_call_output' || item.type === 'tool_search_output') {
      if (`${item.type} ${item.call_id}` !== open.shift()) say('a result that answers no open call');
      if (item.type === 'function_call_output' && !isContent(item.output)) say('a result without content');
      continue;
    }
    // The calls of one answer follow one another, thoughts may be between them.
    if (item.type === 'message' && open.length > 0) say(`calls without a result: ${open}`);
    if (item.type === 'function_call' || item.type === 'tool_search_call') {
      if (seen.has(item.call_id)) say('two calls with one id');
      seen.add(item.call_id);
      const isSearch = item.type === 'tool_search_call';
      open.push(`${isSearch ? 'tool_search_output' : 'function_call_output'} ${item.call_id}`);
      if (!isSearch) checkCall(item.call_id, item).forEach(say);
    }
    if (item.type === 'message' && !isContent(item.content)) say('no content');
    if (item.type === 'reasoning' && typeof item.encrypted_content !== 'string')
      say('thoughts that are not there');
    isThinking = item.type === 'reasoning';
  }
  if (isThinking) problems.push('thoughts that nothing follows');
  if (open.length > 0) problems.push(`calls without a result at the end: ${open}`);
  return problems;
}

function checkTool({ name, parameters }: Sent): string[] {
  const problems = NAME.test(name) ? [] : [`the name of tool ${name}`];
  return parameters?.type === 'object' ? problems : [...problems, `the schema of tool ${name}`];
}

function checkCall(id: Sent, { name, arguments: args }: Sent): string[] {
  const problems: string[] = [];
  if (typeof id !== 'string' || id === '' || id.length > 64) problems.push(`the id ${id}`);
  if (!NAME.test(name)) problems.push(`the name ${name}`);
  try {
    const value = JSON.parse(args);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      problems.push(`the arguments ${args}`);
  } catch {
    problems.push(`the arguments ${args}`);
  }
  return problems;
}

function isContent(content: Sent): boolean {
  if (typeof content === 'string') return content !== '';
  return Array.isArray(content) && content.length > 0 && content.every(isPart);
}

function isPart({ type, annotations }: Sent): boolean {
  return (
    PART_TYPES.includes(type) || type === 'refusal' || (type === 'output_text' && Array.isArray(annotations))
  );
}
