import { Agent, RunContext, tool } from '@openai/agents';
import { firstOf, type Peer, type PeerTools } from './peer.ts';

type FunctionTool = ReturnType<typeof tool>;
type ToolParameters = Parameters<typeof tool>[0]['parameters'];

/** What the runner turns every tool into before it asks a model. It is behind no door of the package. */
const { serializeTool } = (await import(
  new URL('../../node_modules/@openai/agents-core/dist/utils/serialize.mjs', import.meta.url).href
)) as { serializeTool(tool: unknown): unknown };

export const openaiAgents: Peer = {
  fromZod: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, zod, handler }) =>
        tool({ name, description, parameters: zod, execute: async (args) => handler(args) }),
      ),
    ),
  fromJson: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, json, handler }) =>
        tool({
          name,
          description,
          // A JSON Schema of an object without further properties, which is what the type asks for.
          parameters: json as unknown as Extract<ToolParameters, { additionalProperties: false }>,
          execute: async (args) => handler(args),
        }),
      ),
    ),
};

function toPeerTools(tools: FunctionTool[]): PeerTools {
  const agent = new Agent({ name: 'agent', tools });
  const context = new RunContext();
  const first = firstOf(tools);
  return {
    list: async () => (await agent.getAllTools(context)).map((each) => serializeTool(each)),
    call: (args) => first.invoke(context, JSON.stringify(args)) as Promise<unknown>,
  };
}
