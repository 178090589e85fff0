import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { firstOf, type Peer, type PeerTools } from './peer.ts';

/** `bindTools` of a chat model converts every tool in this way. */
export const langchain: Peer = {
  fromZod: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, zod, handler }) =>
        tool(async (args: unknown) => handler(args), { name, description, schema: zod }),
      ),
    ),
  fromJson: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, json, handler }) =>
        tool(async (args: unknown) => handler(args), { name, description, schema: json }),
      ),
    ),
};

function toPeerTools(tools: readonly StructuredToolInterface[]): PeerTools {
  const first = firstOf(tools);
  return {
    list: () => tools.map((each) => convertToOpenAITool(each)),
    call: (args) => first.invoke(args),
  };
}
