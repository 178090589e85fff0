import { ToolcribError } from '../core/errors.ts';
import { SealedToolRegistry } from '../core/sealed-tool-registry.ts';
import type { Tool } from '../core/tool.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { requireMethods } from '../runtime/read-runtime-options.ts';
import type { Baseline, Overlay, TurnRunnerOptions } from './turn-runner-options.ts';

/** What a turn starts from. */
export interface OpenedBaseline {
  readonly registry: ToolRegistry;
  readonly overlay: Overlay;
  /** What may take tools away while the turn runs; undefined if nothing does. */
  readonly live: ToolResolver | undefined;
}

/** Where the turns of a runner get their tools from. */
export interface BaselineSource {
  /** For a new turn. Rejects with `E_TOOLS_UNAVAILABLE`. */
  open(): Awaitable<OpenedBaseline>;
  /** Finds the tools that turns start from; where they may change, those of the last turn. */
  readonly resolver: ToolResolver;
}

/** @throws ConfigError when the tools are none. */
export function createBaselineSource({
  tools,
  overlay,
}: Pick<TurnRunnerOptions, 'tools' | 'overlay'>): BaselineSource {
  if (typeof tools === 'function') return new ChangingBaseline(tools, overlay);
  const opened = openBaseline(tools, overlay);
  // A resolver of somebody else may answer differently any time, as one that follows a catalogue does.
  if (isStanding(tools)) return { open: () => opened, resolver: opened.registry };
  const source = new ChangingBaseline(() => tools, overlay);
  return { open: () => source.open(), resolver: tools as ToolResolver };
}

/** Whether it is read once for all turns. */
function isStanding(tools: Baseline): boolean {
  return Array.isArray(tools) || ToolRegistry.isToolRegistry(tools) || tools instanceof SealedToolRegistry;
}

interface ReadBaseline {
  readonly baseline: Baseline;
  readonly opened: OpenedBaseline;
}

/** A baseline that may be another one in the next turn; the same one is read once. */
class ChangingBaseline implements BaselineSource {
  readonly #load: () => Awaitable<Baseline>;
  readonly #overlay: Overlay | undefined;
  #last: ReadBaseline | undefined;

  constructor(load: () => Awaitable<Baseline>, overlay: Overlay | undefined) {
    this.#load = load;
    this.#overlay = overlay;
  }

  get resolver(): ToolResolver {
    return {
      resolve: (name) => this.#last?.opened.registry.resolve(name) ?? null,
      list: () => this.#last?.opened.registry.list() ?? [],
    };
  }

  async open(): Promise<OpenedBaseline> {
    try {
      const baseline = await this.#load();
      // Only what cannot have changed meanwhile is not read again.
      const isSame = this.#last?.baseline === baseline && baseline instanceof SealedToolRegistry;
      if (!isSame) this.#last = { baseline, opened: openBaseline(baseline, this.#overlay) };
      return (this.#last as ReadBaseline).opened;
    } catch (cause) {
      throw new ToolcribError('E_TOOLS_UNAVAILABLE', 'The tools of the turn could not be got.', { cause });
    }
  }
}

function openBaseline(baseline: Baseline, overlay: Overlay | undefined): OpenedBaseline {
  const options = { source: 'the baseline' };
  if (Array.isArray(baseline) || ToolRegistry.isToolRegistry(baseline)) {
    const registry = new ToolRegistry(baseline, options);
    return { registry, overlay: overlay ?? 'open', live: undefined };
  }
  requireMethods('tools', baseline, ['resolve', 'list']);
  const resolver = baseline as ToolResolver;
  // Every listed name resolves.
  const tools = resolver.list().map((name) => resolver.resolve(name) as Tool);
  const live = baseline instanceof SealedToolRegistry ? undefined : resolver;
  return { registry: new ToolRegistry(tools, options), overlay: overlay ?? 'narrow', live };
}
