import type { Tool, ToolDescription } from '../../core/tool.ts';
import { RecentLists } from './recent-lists.ts';

type Descriptions = readonly ToolDescription[];

/** What was found out about the tools of a turn, whose descriptions are one array in all turns that have the same. */
interface KnownTools {
  readonly visible: ReadonlySet<string>;
  /** By what a caller may see of them. */
  readonly findable: WeakMap<Descriptions, Findable>;
}

interface Findable {
  readonly tools: readonly Tool[];
  /** What was left out, because it is shown. */
  readonly left: string;
}

/** How to find out what can be found. */
export interface FindableQuestion {
  /** What the caller may see. */
  readonly listed: Descriptions;
  /** The names of what is shown, and is left out. */
  readonly shown: ReadonlySet<string>;
  /** Whether the answer may be another one the next time, although the descriptions are the same. */
  readonly isPassing: boolean;
  readonly getTool: (name: string) => Tool | undefined;
}

/** What turns of one runner need not find out again, so that a search costs no more than its finder. */
export class DiscoveryCache {
  readonly #known = new WeakMap<Descriptions, KnownTools>();
  readonly #recent = new RecentLists<Tool>();

  /** The names of the tools that are not hidden, of those that a turn has. */
  visibleIn(all: Descriptions): ReadonlySet<string> {
    return this.#know(all).visible;
  }

  /** What can be found of the tools that a turn has: one and the same array for equal answers. */
  findableIn(all: Descriptions, { listed, shown, isPassing, getTool }: FindableQuestion): readonly Tool[] {
    const { findable } = this.#know(all);
    const left = [...shown].join(' ');
    const known = isPassing ? undefined : findable.get(listed);
    if (known?.left === left) return known.tools;
    const found: Tool[] = [];
    for (const { name } of listed) {
      const tool = shown.has(name) ? undefined : getTool(name);
      if (tool !== undefined) found.push(tool);
    }
    const tools = this.#recent.keep(found);
    if (!isPassing) findable.set(listed, { tools, left });
    return tools;
  }

  #know(all: Descriptions): KnownTools {
    const known = this.#known.get(all);
    if (known !== undefined) return known;
    const made = { visible: new Set(all.map(({ name }) => name)), findable: new WeakMap() };
    this.#known.set(all, made);
    return made;
  }
}
