import { ConfigError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolDescription } from '../../core/tool.ts';
import type { ArgumentsCodec, SchemaChange, Translation } from '../dialect/dialect.ts';
import { isFields } from '../wire-values.ts';
import type { ProviderRules } from './provider-rules.ts';
import type { RenderOptions } from './render-options.ts';
import { planStrict, type StrictPlan } from './strict-planner.ts';
import { createToolCodec, type ToolCodec } from './tool-codec.ts';
import type { RefusedTool, StrictReport } from './tool-report.ts';
import { type TranslateSchema, translateFor } from './translate-for.ts';
import { assignWireNames, type NameClash, type WireNames } from './wire-names.ts';

/** A tool as a provider will be told it, in nobody's format yet. */
export interface PlannedTool {
  readonly tool: ToolDescription;
  readonly wireName: string;
  readonly schema: JsonObject;
  readonly changes: readonly SchemaChange[];
  readonly strict: StrictReport;
  /** Between the tool's own arguments and those on the wire; undefined where they are the same. */
  readonly codec: ArgumentsCodec | undefined;
}

/** Every decision about the tools of a request. */
export interface ToolPlan {
  readonly rules: ProviderRules;
  readonly options: RenderOptions;
  /** How many tools a request may have, by the rules and the options. */
  readonly maxTools: number;
  /** In the order in which they are sent. */
  readonly tools: readonly PlannedTool[];
  /** How many of them were there from the start; the others were found since, in this order. */
  readonly baseCount: number;
  readonly refused: readonly RefusedTool[];
  readonly strict: StrictPlan;
  readonly names: WireNames;
  readonly codec: ToolCodec;
}

/** What a plan is made from. */
export interface PlanInput {
  readonly tools: readonly ToolDescription[];
  readonly rules: ProviderRules;
  readonly options: RenderOptions;
  /** A plan whose tools keep their place and their bytes. */
  readonly after?: ToolPlan | undefined;
  /** Translates schemas; one that remembers is quicker the second time. */
  readonly translate?: TranslateSchema | undefined;
}

interface CandidateInput {
  readonly rules: ProviderRules;
  readonly translate: TranslateSchema;
  readonly names: WireNames;
  readonly clashes: readonly NameClash[];
}

/** A tool that can be sent, before it is known whether it will be strict. */
export interface Candidate {
  readonly tool: ToolDescription;
  readonly wireName: string;
  readonly loose: Translation;
}

/**
 * Decides everything about the tools of a request: names, order, what is strict, what is left out. A function
 * of the set of tools and the options: the order in which tools come plays no part.
 */
export function planTools(input: PlanInput): ToolPlan {
  const { rules, options, after, translate = translateFor } = input;
  const maxTools = Math.min(options.maxTools ?? rules.maxTools, rules.maxTools);
  const sorted = sortTools(input.tools);
  const { names, clashes } = assignNames(sorted, options.retired, rules);
  const { candidates, refused } = findCandidates(sorted, { rules, translate, names, clashes });
  const ranked = keepKnown(rankTools(candidates, options.rank), after);
  const sent = ranked.slice(0, maxTools);
  refused.push(...ranked.slice(maxTools).map((candidate) => leaveOut(candidate, maxTools)));
  const strict = planStrict(
    sent.map(({ tool }) => tool),
    { rules, mode: options.strict ?? 'off', translate, after: after?.strict },
  );
  const tools = orderTools(sent, after).map((candidate) => toPlanned(candidate, strict));
  const codec = createToolCodec(names, codecsOf(tools));
  return { rules, options, maxTools, tools, baseCount: tools.length, refused, strict, names, codec };
}

/** A tool with the schema that it is sent with. */
export function toPlanned({ tool, wireName, loose }: Candidate, strict: StrictPlan): PlannedTool {
  const { schema, changes, codec } = strict.translations.get(tool.name) ?? loose;
  const report = strict.reports.get(tool.name) ?? ({ status: 'off' } as const);
  return { tool, wireName, schema, changes, strict: report, codec };
}

/** A tool that there is no room for. */
export function leaveOut({ tool }: Candidate, maxTools: number): RefusedTool {
  return { tool: tool.name, reasons: [`A request has at most ${maxTools} tools.`] };
}

/** What arguments are translated with, by the name of the tool. */
export function codecsOf(tools: readonly PlannedTool[]): ReadonlyMap<string, ArgumentsCodec> {
  return new Map(
    tools.flatMap(({ tool, codec }) => (codec === undefined ? [] : [[tool.name, codec] as const])),
  );
}

function assignNames(
  tools: readonly ToolDescription[],
  retired: readonly string[] = [],
  { names }: ProviderRules,
) {
  const known = new Set(tools.map(({ name }) => name));
  return assignWireNames([...known, ...retired.filter((name) => !known.has(name))], names);
}

/** The tools that a provider can be told, and why it cannot be told the others. */
export function findCandidates(
  tools: readonly ToolDescription[],
  { rules, translate, names, clashes }: CandidateInput,
): { readonly candidates: Candidate[]; readonly refused: RefusedTool[] } {
  const taken = new Map(clashes.map((clash) => [clash.tool, clash]));

  const candidates: Candidate[] = [];
  const refused: RefusedTool[] = [];
  for (const tool of tools) {
    const clash = taken.get(tool.name);
    if (clash !== undefined) {
      const reason = `Its name on the wire, ${clash.wireName}, is the one of "${clash.takenBy}".`;
      refused.push({ tool: tool.name, reasons: [reason] });
      continue;
    }
    const outcome = translate(tool.inputSchema, rules.dialect, 'loose');
    if (outcome.ok) {
      candidates.push({ tool, wireName: names.toWireName(tool.name), loose: outcome.translation });
    } else refused.push({ tool: tool.name, reasons: outcome.reasons.map(describeChange) });
  }
  return { candidates, refused };
}

/** By name, in code-unit order, each name once. */
function sortTools(tools: readonly ToolDescription[]): ToolDescription[] {
  for (const [index, tool] of tools.entries()) checkDescription(tool, index);
  const sorted = [...tools].sort((left, right) => compare(left.name, right.name));
  const twice = sorted.find(({ name }, index) => sorted[index + 1]?.name === name);
  if (twice === undefined) return sorted;
  throw new ConfigError('E_TOOL_ALREADY_REGISTERED', `There are two tools called "${twice.name}".`, {
    context: { toolName: twice.name },
  });
}

/** Definitions may come from anywhere, not only from tools of ours. */
export function checkDescription(tool: unknown, index: number): void {
  const { name, description, inputSchema } = Object(tool) as Partial<Record<keyof ToolDescription, unknown>>;
  const isGood = typeof name === 'string' && typeof description === 'string' && isFields(inputSchema);
  if (isGood) return;
  const message = `The tool at ${index} needs a name, a description and an inputSchema that is an object.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'tools', index } });
}

/** Those that are ranked first, then the others as they come. */
function rankTools(candidates: readonly Candidate[], rank: readonly string[] = []): readonly Candidate[] {
  if (rank.length === 0) return candidates;
  // Of a name that is there twice the first place counts.
  const places = new Map(rank.map((name, place) => [name, place] as const).reverse());
  const placeOf = ({ tool }: Candidate) => places.get(tool.name) ?? rank.length;
  return [...candidates].sort((left, right) => placeOf(left) - placeOf(right));
}

/** Where there is no room for all, those that were sent before stay. */
function keepKnown(candidates: readonly Candidate[], after: ToolPlan | undefined): readonly Candidate[] {
  if (after === undefined) return candidates;
  const known = new Set(after.tools.map(({ tool }) => tool.name));
  const isKnown = ({ tool }: Candidate) => known.has(tool.name);
  return [...candidates.filter(isKnown), ...candidates.filter((candidate) => !isKnown(candidate))];
}

/** Those that were sent before, where they were; then the others by name. */
function orderTools(candidates: readonly Candidate[], after: ToolPlan | undefined): readonly Candidate[] {
  const places = new Map(after?.tools.map(({ tool }, place) => [tool.name, place]));
  const placeOf = ({ tool }: Candidate) => places.get(tool.name) ?? places.size;
  return [...candidates].sort(
    (left, right) => placeOf(left) - placeOf(right) || compare(left.tool.name, right.tool.name),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function describeChange({ pointer, detail }: SchemaChange): string {
  return `${pointer === '' ? 'The schema' : pointer}: ${detail}`;
}
