import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { JsonObject, ToolDescription } from 'toolcrib';
import type { ToolView } from '../tenants/tenant-room.ts';
import type { McpEra, McpSession } from './mcp-session.ts';
import { admitOtherResults } from './other-results.ts';
import { resultTools, searchModeTools } from './own-tools.ts';
import { toMcpTool } from './to-mcp-tool.ts';

/** A list that is longer is kept as bytes, which are sent as they are; a short one is sent with what is around it in one piece. */
const MAX_TEXT_CHARS = 16_384;

/** What is listed, and the same as JSON, both made when they are first asked for. */
export class ToolList {
  readonly #makeTools: () => readonly McpTool[];
  #tools: readonly McpTool[] | undefined;
  #json: string | Uint8Array<ArrayBuffer> | undefined;

  constructor(makeTools: () => readonly McpTool[]) {
    this.#makeTools = makeTools;
  }

  get tools(): readonly McpTool[] {
    this.#tools ??= this.#makeTools();
    return this.#tools;
  }

  /** The array: in UTF-8 if it is long. The objects are not kept for it. */
  get json(): string | Uint8Array<ArrayBuffer> {
    this.#json ??= toJson(this.#tools ?? this.#makeTools());
    return this.#json;
  }
}

function toJson(tools: readonly McpTool[]): string | Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(tools);
  return text.length <= MAX_TEXT_CHARS ? text : new TextEncoder().encode(text);
}

type ListsByEra = Partial<Record<McpEra, ToolList>>;

/** The lists of tools, rendered once for as long as a view describes the same tools. */
export class ToolLists {
  /** A view gives the same array while neither the tools nor the scopes of the caller change. */
  readonly #byDescriptions = new WeakMap<readonly ToolDescription[], ListsByEra>();
  readonly #searchMode = new ToolList(() => searchModeTools);

  async of({ view, actor, isSearchMode }: McpSession, era: McpEra): Promise<ToolList> {
    if (isSearchMode) return this.#searchMode;
    const descriptions = await view.describe(actor.caller);
    const lists = this.#byDescriptions.get(descriptions) ?? {};
    this.#byDescriptions.set(descriptions, lists);
    lists[era] ??= new ToolList(() => renderTools(view, descriptions, era));
    return lists[era];
  }
}

function renderTools(view: ToolView, descriptions: readonly ToolDescription[], era: McpEra): McpTool[] {
  const tools = descriptions.map((description) => {
    const tool = view.resolver.resolve(description.name);
    // The tools may have become others since; then what was described is all that is known.
    return listTool(toMcpTool(description, tool?.describe() === description ? tool : null, era));
  });
  const taken = new Set(tools.map(({ name }) => name));
  return [...tools, ...resultTools.filter(({ name }) => !taken.has(name))];
}

/** A result may be larger than what is sent, or have secrets, and clients go by the schema in the list. */
function listTool({ outputSchema, ...tool }: McpTool): McpTool {
  // A schema as the SDK has it is JSON.
  const admitted = outputSchema && admitOtherResults(outputSchema as JsonObject);
  return admitted === undefined ? tool : { ...tool, outputSchema: admitted as McpTool['outputSchema'] };
}
