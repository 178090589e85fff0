import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { ToolDescription } from '../../core/tool.ts';
import { extendPlan } from './extend-plan.ts';
import { type PlannedTool, planTools, type ToolPlan } from './plan-tools.ts';
import type { ProviderRules } from './provider-rules.ts';
import { readRenderOptions } from './read-render-options.ts';
import type { RenderOptions } from './render-options.ts';
import type { ToolCodec } from './tool-codec.ts';
import type { RenderReport, ToolReport } from './tool-report.ts';
import { rememberTranslations, type TranslateSchema } from './translate-for.ts';

/** How one provider writes a tool. */
export interface WireFormat<WireTool> {
  readonly rules: ProviderRules;
  toWireTool(planned: PlannedTool): WireTool;
}

/** The tools of a request, as a provider wants them. */
export interface ToolRendering<WireTool> {
  /** For the request as they are. Frozen, whatever their type says: SDKs want lists that may be changed. */
  readonly tools: WireTool[];
  /** For reading calls and telling the conversation. */
  readonly codec: ToolCodec;
  /** What became of each tool. Made when it is first asked for. */
  readonly report: RenderReport;
  /** @internal */
  readonly plan: ToolPlan;
}

/**
 * Renders tools that may be the same as the last time. Those that were `found` in the course of a conversation
 * follow at the end, in the order in which they were found, and change nothing of what comes before them.
 */
export type ToolRenderer<WireTool> = (
  tools: readonly ToolDescription[],
  retired?: readonly string[],
  found?: readonly ToolDescription[],
) => ToolRendering<WireTool>;

/** What is rendered, and after which plan. */
interface RenderInput {
  readonly tools: readonly ToolDescription[];
  readonly options: RenderOptions;
  readonly after?: ToolPlan | undefined;
  readonly translate?: TranslateSchema | undefined;
}

/** Plans the tools of a request and writes them down in the format of a provider. */
export function renderPlan<WireTool>(
  { rules, toWireTool }: WireFormat<WireTool>,
  input: RenderInput,
): ToolRendering<WireTool> {
  const plan = planTools({ ...input, rules, options: readRenderOptions(input.options) });
  return toRendering(plan, plan.tools.map(toWireTool));
}

/** What is rendered after a rendering. */
type AppendInput = Parameters<typeof extendPlan>[1];

/** A rendering with more tools at its end. What it had is not planned or written down again. */
function appendFound<WireTool>(
  { toWireTool }: WireFormat<WireTool>,
  before: ToolRendering<WireTool>,
  input: AppendInput,
): ToolRendering<WireTool> {
  const plan = extendPlan(before.plan, input);
  const news = plan.tools.slice(before.plan.tools.length);
  return toRendering(plan, [...before.tools, ...news.map(toWireTool)]);
}

function toRendering<WireTool>(plan: ToolPlan, tools: WireTool[]): ToolRendering<WireTool> {
  Object.freeze(tools);
  let report: RenderReport | undefined;
  return {
    tools,
    codec: plan.codec,
    plan,
    get report() {
      report ??= createReport(plan, tools);
      return report;
    },
  };
}

/** A rendering with some of it replaced. Its report is still made only when it is asked for. */
export function adjustRendering<WireTool>(
  rendering: ToolRendering<WireTool>,
  change: Partial<Pick<ToolRendering<WireTool>, 'tools' | 'plan'>>,
): ToolRendering<WireTool> {
  const { tools, codec, plan } = rendering;
  return {
    tools,
    codec,
    plan,
    ...change,
    get report() {
      return rendering.report;
    },
  };
}

/** What a renderer gave last. */
interface LastRendering<WireTool> {
  readonly tools: readonly ToolDescription[];
  readonly retired: readonly string[];
  readonly found: readonly ToolDescription[];
  /** Without what was found. */
  readonly base: ToolRendering<WireTool>;
  readonly rendering: ToolRendering<WireTool>;
}

/** How a renderer treats what was found. */
interface RendererOptions {
  /**
   * Whether the provider loads it in the conversation, where its limit for the tools of a request does not
   * hold.
   */
  readonly loadsFound?: boolean;
}

/**
 * Renders the same tools once, and the same schemas once. What it gave is given again for as long as the
 * tools are the same, so the cost of a request does not grow with them; and of tools that were found, those
 * that are new since the last time are rendered. Definitions are taken to be what they were for as long as
 * they are the same objects, as those of tools always are.
 */
export function createRenderer<WireTool>(
  format: WireFormat<WireTool>,
  givenOptions: RenderOptions,
  { loadsFound = false }: RendererOptions = {},
): ToolRenderer<WireTool> {
  const options = readRenderOptions(givenOptions);
  const translate = rememberTranslations();
  let last: LastRendering<WireTool> | undefined;
  return (tools, retired = options.retired ?? [], found = []) => {
    if (last === undefined || !isSame(last.tools, tools) || !isSame(last.retired, retired)) {
      const base = renderPlan(format, { tools, options: { ...options, retired }, translate });
      last = { tools: keep(tools), retired: [...retired], found: [], base, rendering: base };
    }
    if (!isSame(last.found, found)) last = { ...last, found: keep(found), rendering: append(last, found) };
    return last.rendering;
  };

  function append(before: LastRendering<WireTool>, found: readonly ToolDescription[]) {
    const isLonger = before.found.every((tool, at) => tool === found[at]);
    const start = isLonger ? before.rendering : before.base;
    const news = isLonger ? found.slice(before.found.length) : found;
    const maxTools = loadsFound ? (options.maxTools ?? Infinity) : before.base.plan.maxTools;
    return news.length === 0 ? start : appendFound(format, start, { found: news, maxTools, translate });
  }
}

/** A list as it is now. */
function keep<Item>(list: readonly Item[]): readonly Item[] {
  return Object.isFrozen(list) ? list : [...list];
}

function isSame<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left === right || (left.length === right.length && left.every((item, at) => item === right[at]));
}

function createReport<WireTool>(plan: ToolPlan, wireTools: readonly WireTool[]): RenderReport {
  const { rules, options, maxTools, refused, strict } = plan;
  const tools = plan.tools.map(({ tool, wireName, changes, strict: status }, at): ToolReport => {
    const tokens = estimateTokens(JSON.stringify(wireTools[at]));
    const isStrict = status.status === 'strict';
    return Object.freeze({ tool: tool.name, wireName, isStrict, strict: status, changes, tokens });
  });
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return Object.freeze({
    provider: rules.provider,
    tools: Object.freeze(tools),
    refused: Object.freeze([...refused]),
    count: Object.freeze({ used: tools.length, limit: maxTools }),
    tokens: Object.freeze({ used: tokens, limit: options.maxTokens ?? Infinity }),
    strict: Object.freeze(strict.budgets),
  });
}
