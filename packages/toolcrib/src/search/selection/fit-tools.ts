import type { Tool } from '../../core/tool.ts';
import { invalidOption } from '../invalid-option.ts';
import type { SelectParts } from './read-select-options.ts';
import { type RenderedSet, renderSet } from './render-set.ts';
import type { LeftOutTool, ToolSelection } from './tool-selection.ts';

type FitParts = Pick<SelectParts, 'always' | 'budgetTokens' | 'limit' | 'render'>;

/**
 * Takes what fits: what is always there, then one after the other of those that were found, in their order. One that is too
 * large is passed over, and smaller ones after it are still taken.
 *
 * @throws ConfigError `E_INVALID_OPTION` if what is always there does not fit.
 */
export function fitTools(found: readonly Tool[], parts: FitParts): ToolSelection {
  const { always, budgetTokens } = parts;
  const fitting = new Fitting(parts);
  fitting.choose(found);
  const tokens = fitting.settle();
  const { chosen, leftOut } = fitting;
  return {
    tools: [...fitting.pinned, ...chosen],
    tokens,
    budgetTokens,
    leftOut: [...always, ...found].flatMap((tool) => leftOut.get(tool) ?? []),
  };
}

/** A selection in the making. */
class Fitting {
  readonly #parts: FitParts;
  readonly #base: RenderedSet;
  /** What tools take on their own. */
  readonly #prices = new Map<Tool, number>();
  /** Of those that are always there, the ones that a provider can be told. */
  readonly pinned: readonly Tool[];
  readonly chosen: Tool[] = [];
  readonly leftOut = new Map<Tool, LeftOutTool>();

  constructor(parts: FitParts) {
    const { always, budgetTokens, render } = parts;
    this.#parts = parts;
    this.#base = renderSet(render, always);
    const { tokens, refused } = this.#base;
    if (tokens > budgetTokens) {
      throw invalidOption('budgetTokens', `must be at least ${tokens}, which the tools of always take`);
    }
    this.pinned = always.filter(({ name }) => !refused.has(name));
    for (const tool of always) this.#refuse(tool, refused.get(tool.name));
  }

  /** Takes tools by what each of them takes on its own. */
  choose(found: readonly Tool[]): void {
    const { budgetTokens, limit, render } = this.#parts;
    const room = Math.min(limit, this.#base.maxTools) - this.pinned.length;
    let left = budgetTokens - this.#base.tokens;
    for (const tool of found) {
      if (this.chosen.length >= room) {
        this.leftOut.set(tool, { name: tool.name, reason: 'limit' });
        continue;
      }
      const { tokens, refused } = renderSet(render, [tool]);
      this.#prices.set(tool, tokens);
      if (this.#refuse(tool, refused.get(tool.name))) continue;
      if (tokens > left) this.#passOver(tool);
      else {
        this.chosen.push(tool);
        left -= tokens;
      }
    }
  }

  /**
   * Drops what does not go together, the worst first, and answers what the rest takes: the names of tools, and which of them
   * are strict, depend on the others, so that a tool can take more among others, or be refused beside them.
   */
  settle(): number {
    const { budgetTokens, render } = this.#parts;
    for (;;) {
      const { tokens, refused } = renderSet(render, [...this.pinned, ...this.chosen]);
      if (refused.size === 0 && tokens <= budgetTokens) return tokens;
      const clashing = this.chosen.filter((tool) => this.#refuse(tool, refused.get(tool.name)));
      for (const tool of clashing) this.chosen.splice(this.chosen.indexOf(tool), 1);
      if (clashing.length > 0) continue;
      const worst = this.chosen.pop();
      // What is always there was rendered by itself, and fitted.
      if (worst === undefined) throw invalidOption('render', 'must give the same for the same tools');
      const [reasons] = refused.values();
      if (!this.#refuse(worst, reasons)) this.#passOver(worst);
    }
  }

  #refuse(tool: Tool, reasons: readonly string[] | undefined): boolean {
    if (reasons === undefined) return false;
    this.leftOut.set(tool, { name: tool.name, reason: 'refused', reasons });
    return true;
  }

  #passOver(tool: Tool): void {
    const tokens = this.#prices.get(tool) ?? 0;
    this.leftOut.set(tool, { name: tool.name, reason: 'budget', tokens });
  }
}
