import type { ToolDescription } from '../../core/tool.ts';
import {
  checkDescription,
  codecsOf,
  findCandidates,
  leaveOut,
  type ToolPlan,
  toPlanned,
} from './plan-tools.ts';
import { planStrict } from './strict-planner.ts';
import { createToolCodec } from './tool-codec.ts';
import type { TranslateSchema } from './translate-for.ts';
import { addWireNames } from './wire-names.ts';

/** What was found, and how much of it can be sent. */
interface ExtendInput {
  /** In the order in which they were found. */
  readonly found: readonly ToolDescription[];
  /** How many tools there may be together. */
  readonly maxTools: number;
  readonly translate: TranslateSchema;
}

/**
 * A plan with more tools at its end, in the order in which they come. Nothing of what was planned changes: names
 * stay with whoever has them, and new tools are strict as far as the budgets go that are left. One by one or all
 * at once, the same tools give the same plan.
 */
export function extendPlan(plan: ToolPlan, { found, maxTools, translate }: ExtendInput): ToolPlan {
  const { rules, options } = plan;
  const news = findNews(plan, found);
  const { names, clashes } = addWireNames(
    plan.names,
    news.map(({ name }) => name),
    rules.names,
  );
  const { candidates, refused } = findCandidates(news, { rules, translate, names, clashes });
  const room = Math.max(0, maxTools - plan.tools.length);
  const sent = candidates.slice(0, room);
  const strict = planStrict(
    sent.map(({ tool }) => tool),
    { rules, mode: options.strict ?? 'off', translate, spent: plan.strict.budgets },
  );
  const tools = [...plan.tools, ...sent.map((candidate) => toPlanned(candidate, strict))];
  return {
    ...plan,
    maxTools,
    tools,
    refused: [
      ...plan.refused,
      ...refused,
      ...candidates.slice(room).map((candidate) => leaveOut(candidate, maxTools)),
    ],
    strict: {
      translations: new Map([...plan.strict.translations, ...strict.translations]),
      reports: new Map([...plan.strict.reports, ...strict.reports]),
      budgets: strict.budgets,
    },
    names,
    codec: createToolCodec(names, codecsOf(tools)),
  };
}

/** Those that the plan does not have. A tool that is found twice is there once. */
function findNews(plan: ToolPlan, found: readonly ToolDescription[]): ToolDescription[] {
  for (const [index, tool] of found.entries()) checkDescription(tool, index);
  const known = new Set(plan.tools.map(({ tool }) => tool.name));
  return found.filter(({ name }) => !known.has(name) && known.add(name));
}
