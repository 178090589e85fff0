import { type Fields, isFields } from './schema-walk.ts';

/**
 * What is wrong with the references of one request to Anthropic's Messages API, a sentence each. From the page
 * "Tool search", its part on searches of one's own, and the SDK's `ToolReferenceBlockParam`: a reference is in
 * the result of a call, each has a definition whose loading is deferred, and an error has text only.
 *
 * Left out: text beside references, of which nothing is published. Nothing that we send has it.
 */
export function checkAnthropicReferences(request: unknown): string[] {
  const { messages, tools } = isFields(request) ? request : {};
  const definitions = new Map(listOf(tools).map((tool) => [tool.name, tool]));
  return listOf(messages).flatMap(({ content }, at) =>
    listOf(content).flatMap((block) => {
      const say = (text: string) => `messages.${at}: ${text}`;
      if (block.type === 'tool_reference') return [say('a reference is not in a result')];
      if (block.type !== 'tool_result') return [];
      const references = listOf(block.content).filter(({ type }) => type === 'tool_reference');
      return [
        ...(references.length > 0 && block.is_error === true ? [say('an error has references')] : []),
        ...references.flatMap(({ tool_name }) => {
          const tool = definitions.get(tool_name);
          if (tool === undefined) return [say(`the reference to ${String(tool_name)} has no definition`)];
          return tool.defer_loading === true ? [] : [say(`${String(tool_name)} is not deferred`)];
        }),
      ];
    }),
  );
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
