import type { ToolDescription } from '../../core/tool.ts';
import type { PlannedTool, ToolPlan } from './plan-tools.ts';
import { adjustRendering, renderPlan, type ToolRendering, type WireFormat } from './render-plan.ts';

/** What changes with the tools of a conversation. */
export interface ToolChange<WireTool> {
  /** For the requests that follow: their tools, and the codec of all names. Give it to the next change. */
  readonly rendering: ToolRendering<WireTool>;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those whose definition is another one. */
  readonly changed: readonly string[];
  /** Tools that are gone and still known to the model. A call of one ends as a call of an unknown tool. */
  readonly kept: readonly string[];
  /** Whether all that was sent of tools before is still sent the same way, so that the prompt cache holds. */
  readonly isPrefixKept: boolean;
}

/** What the tools of later requests are. */
interface GrowInput {
  readonly tools: readonly ToolDescription[];
  /**
   * Whether tools that are gone stay listed, so that those after them keep their place. They are left out all
   * the same where the provider would not take so many.
   */
  readonly keepRemoved: boolean;
}

/** A plan that followed another one. */
interface GrownPlan extends ToolPlan {
  /** Tools that are listed and not offered. */
  readonly gone?: ReadonlySet<string>;
}

/**
 * Renders the tools of later requests so that as many bytes as possible stay what they were: a provider caches
 * a request from its start, and tools come first. The tools of before stay where they were, and those that are
 * new follow, by name. What was strict stays strict, and names stay what they were.
 */
export function growPlan<WireTool>(
  format: WireFormat<WireTool>,
  previous: ToolRendering<WireTool>,
  { tools, keepRemoved }: GrowInput,
): ToolChange<WireTool> {
  const { plan } = previous;
  const { options, maxTools } = plan;
  const current = new Set(tools.map(({ name }) => name));
  const gone = plan.tools.map(({ tool }) => tool).filter(({ name }) => !current.has(name));
  const kept = keepRemoved && tools.length + gone.length <= maxTools ? gone : [];
  const retired = new Set([...(options.retired ?? []), ...gone.map(({ name }) => name)]);

  const rendering = renderPlan(format, {
    tools: [...tools, ...kept],
    options: { ...options, retired: [...retired].filter((name) => !current.has(name)) },
    after: plan,
  });
  const grown: GrownPlan = { ...rendering.plan, gone: new Set(kept.map(({ name }) => name)) };
  const toTexts = (planned: readonly PlannedTool[]) =>
    new Map(planned.map((one) => [one.tool.name, JSON.stringify(format.toWireTool(one))]));
  const changes = compareDefinitions(toTexts(offeredBy(plan)), toTexts(offeredBy(grown)));
  return {
    ...changes,
    rendering: adjustRendering(rendering, { plan: grown }),
    kept: kept.map(({ name }) => name),
    isPrefixKept: previous.tools.every(
      (tool, at) => JSON.stringify(tool) === JSON.stringify(rendering.tools[at]),
    ),
  };
}

/** The tools of a plan that a model may call. */
function offeredBy(plan: ToolPlan): readonly PlannedTool[] {
  const { gone }: GrownPlan = plan;
  return gone === undefined ? plan.tools : plan.tools.filter(({ tool }) => !gone.has(tool.name));
}

/** Definitions are texts, by the name of the tool. */
function compareDefinitions(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Pick<ToolChange<never>, 'added' | 'removed' | 'changed'> {
  const names = [...before.keys()];
  return {
    added: [...now.keys()].filter((name) => !before.has(name)),
    removed: names.filter((name) => !now.has(name)),
    changed: names.filter((name) => now.has(name) && now.get(name) !== before.get(name)),
  };
}
