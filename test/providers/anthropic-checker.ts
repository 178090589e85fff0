/** A block of a request, of which nothing is taken for granted. */
interface Block {
  readonly type?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly text?: string;
  readonly signature?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: readonly Block[];
}

interface Message {
  readonly role?: string;
  readonly content?: readonly Block[];
}

const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Everything about a request that the Messages API would refuse, by its documentation. Written apart from the
 * code that makes requests.
 */
export function findRequestProblems(body: {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name?: string; readonly input_schema?: { readonly type?: string } }[];
}): string[] {
  const problems: string[] = [];
  const { messages, tools } = body;
  if (messages[0]?.role !== 'user') problems.push('The first message is not of the user.');
  if (tools !== undefined && tools.length === 0) problems.push('The list of tools is empty.');
  for (const { name, input_schema } of tools ?? []) {
    if (!NAME.test(name ?? '')) problems.push(`The tool name "${name}" is illegal.`);
    if (input_schema?.type !== 'object') problems.push(`The schema of "${name}" is of no object.`);
  }
  if (new Set(tools?.map(({ name }) => name)).size !== (tools?.length ?? 0))
    problems.push('Two tools are alike.');

  const ids = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const problem = (text: string) => problems.push(`messages.${at}: ${text}`);
    const content = message.content ?? [];
    if (message.role !== (at % 2 === 0 ? 'user' : 'assistant')) problem(`is of ${message.role}.`);
    if (content.length === 0) problem('is empty.');
    checkResults(messages[at - 1], content, problem);
    for (const block of content) checkBlock(block, message.role, problem);
    for (const { id } of content.filter(isToolUse)) {
      if (ids.has(id ?? '')) problem(`the id ${id} is there twice.`);
      ids.add(id ?? '');
    }
  }
  if (messages.at(-1)?.content?.some(isToolUse)) problems.push('The last calls have no results.');
  return problems;
}

/** Results come first, one for each call of the message before, and nowhere else. */
function checkResults(
  before: Message | undefined,
  content: readonly Block[],
  problem: (text: string) => void,
): void {
  const wanted = (before?.content ?? []).filter(isToolUse).map(({ id }) => id);
  const given = content.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id);
  if (JSON.stringify(wanted) !== JSON.stringify(given)) problem(`has results of [${given}] for [${wanted}].`);
  if (content.slice(0, given.length).some(({ type }) => type !== 'tool_result'))
    problem('puts results later.');
}

function checkBlock(block: Block, role: string | undefined, problem: (text: string) => void): void {
  const { type, id, name, input, text, signature, content, is_error } = block;
  const isAnswer = role === 'assistant';
  switch (type) {
    case 'text':
      if (text === undefined || text.trim() === '') problem('has a blank text.');
      if (text?.isWellFormed() === false) problem('has a text that is no Unicode.');
      return;
    case 'tool_use':
      if (!isAnswer) problem('has a call of the user.');
      if (!ID.test(id ?? '')) problem(`the id "${id}" is illegal.`);
      if (!NAME.test(name ?? '')) problem(`the name "${name}" is illegal.`);
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        problem('has arguments of no object.');
      return;
    case 'tool_result':
      if (isAnswer) problem('has a result of the assistant.');
      for (const part of content ?? []) {
        checkBlock(part, 'user', problem);
        if (is_error === true && part.type !== 'text') problem('has more than text in an error.');
      }
      return;
    case 'thinking':
      if (!isAnswer || !signature) problem('has a thought without a signature.');
  }
}

function isToolUse({ type }: Block): boolean {
  return type === 'tool_use';
}
