import { isFields } from './published-rules/schema-walk.ts';

type Fields = Record<string, unknown>;

const idPattern = /^[a-zA-Z0-9_-]{1,64}$/;
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const documentName = /^(?!.*\s\s)[a-zA-Z0-9\s\-()[\]]{1,200}$/;

/**
 * What is wrong with the conversation of one Converse request, a sentence each. From the API reference of
 * `Message`, `ContentBlock`, `ToolUseBlock`, `ToolResultBlock` and `DocumentBlock`, and from the messages of
 * refusals of the service and of Claude.
 */
export function checkBedrockMessages(body: unknown): string[] {
  const { messages, toolConfig } = isFields(body) ? body : {};
  if (!Array.isArray(messages) || messages.length === 0) return ['A conversation has a message.'];
  const turns = messages.filter(isFields);
  const blocks = turns.flatMap(blocksOf);
  const ids = blocks.flatMap(({ toolUse }) => (isFields(toolUse) ? [toolUse.toolUseId] : []));
  const documents = findDocuments(blocks);
  const hasCalls = blocks.some((block) => 'toolUse' in block || 'toolResult' in block);
  return [
    ...(hasCalls && toolConfig === undefined ? ['The toolConfig field must be defined.'] : []),
    ...(new Set(ids).size < ids.length ? ['toolUse ids must be unique'] : []),
    ...(new Set(documents).size < documents.length
      ? ["Messages can't contain duplicate document names."]
      : []),
    ...documents.filter((name) => !documentName.test(name)).map((name) => `an illegal name: ${name}`),
    ...turns.flatMap((turn, at) => checkTurn(turn, turns[at - 1]).map((text) => `message ${at}: ${text}`)),
    ...turns.slice(-1).flatMap((turn) => (turn.role === 'user' ? [] : ['the user has the last word'])),
  ];
}

function checkTurn(turn: Fields, before: Fields | undefined): string[] {
  const content = blocksOf(turn);
  const problems: string[] = [];
  if (turn.role !== (before?.role === 'user' ? 'assistant' : 'user')) problems.push('roles do not alternate');
  if (content.length === 0) problems.push('the content field is empty');
  const calls = before === undefined ? [] : idsOf(before, 'toolUse');
  const results = idsOf(turn, 'toolResult');
  if (turn.role === 'user' && calls.join() !== results.join())
    problems.push('results are not those of the calls');
  if (content.slice(0, results.length).some((block) => !('toolResult' in block))) {
    problems.push('results come first');
  }
  if (!hasText(content)) problems.push('a document needs a text beside it');
  return [...problems, ...content.flatMap(checkBlock)];
}

function checkBlock(block: Fields): string[] {
  const { text, toolUse, toolResult } = block;
  if (Object.keys(block).length !== 1) return ['a block has one member'];
  if (text !== undefined) return String(text).trim() === '' ? ['the text field is blank'] : [];
  if (isFields(toolUse)) {
    return [
      ...(idPattern.test(String(toolUse.toolUseId)) ? [] : ['an illegal toolUseId']),
      ...(namePattern.test(String(toolUse.name)) ? [] : ['an illegal name of a tool']),
      ...(isFields(toolUse.input) ? [] : ['input is no object']),
    ];
  }
  if (!isFields(toolResult)) return [];
  const inside = blocksOf(toolResult);
  const isTextOnly = inside.every((one) => 'text' in one);
  return [
    ...(inside.length === 0 ? ['a result is empty'] : []),
    ...(toolResult.status === 'error' && !isTextOnly ? ['all content must be text if it is an error'] : []),
    ...(hasText(inside) ? [] : ['a document needs a text beside it']),
    ...inside.flatMap(checkBlock),
  ];
}

function hasText(content: readonly Fields[]): boolean {
  return !content.some((block) => 'document' in block) || content.some((block) => 'text' in block);
}

function findDocuments(blocks: readonly Fields[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (isFields(block.toolResult)) return findDocuments(blocksOf(block.toolResult));
    return isFields(block.document) ? [String(block.document.name)] : [];
  });
}

function idsOf(turn: Fields, kind: 'toolUse' | 'toolResult'): unknown[] {
  return blocksOf(turn).flatMap((block) => {
    const value = block[kind];
    return isFields(value) ? [value.toolUseId] : [];
  });
}

function blocksOf({ content }: Fields): Fields[] {
  return Array.isArray(content) ? content.filter(isFields) : [];
}
