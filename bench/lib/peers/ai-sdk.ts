import { jsonSchema, type ToolSet, tool } from 'ai';
import { prepareTools } from 'ai/internal';
import type { Definition } from '../definitions.ts';
import type { Peer, PeerTools } from './peer.ts';

/** `prepareTools` is the step of `generateText` that turns tools into what a model is sent. */
export const aiSdk: Peer = {
  fromZod: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, zod, handler }) => [
        name,
        tool({ description, inputSchema: zod, execute: async (args) => handler(args) }),
      ]),
    ),
  fromJson: (definitions) =>
    toPeerTools(
      definitions.map(({ name, description, json, handler }) => [
        name,
        tool({ description, inputSchema: wrap(json), execute: async (args: unknown) => handler(args) }),
      ]),
    ),
};

function toPeerTools(entries: readonly (readonly [string, ToolSet[string]])[]): PeerTools {
  const tools: ToolSet = Object.fromEntries(entries);
  return { list: () => prepareTools({ tools }) };
}

/** The definitions are JSON Schemas, which the type of the AI SDK spells out in more detail. */
function wrap(json: Definition['json']) {
  return jsonSchema<unknown>(json as Parameters<typeof jsonSchema>[0]);
}
