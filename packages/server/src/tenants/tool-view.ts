import type { Caller, ToolDescription } from 'toolcrib';
import type { CallGuard, Runtime } from 'toolcrib/runtime';
import { createToolSearch, type ToolHit, type ToolSearch } from 'toolcrib/search';
import type { FollowingTools } from './following-tools.ts';
import type { ToolView } from './tenant-room.ts';

/** What a view is made of. */
export interface ViewParts {
  readonly tenant: string;
  readonly toolset: string | undefined;
  readonly tools: FollowingTools;
  /** The service's one runtime. */
  readonly runtime: Runtime;
  readonly onFault: (error: unknown) => void;
}

/** A view that follows its tools. */
export class FollowingView implements ToolView {
  readonly tenant: string;
  readonly toolset: string | undefined;
  readonly runtime: Runtime;
  readonly resolver: FollowingTools;
  readonly guard: CallGuard | undefined;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  /** What the listeners know of. */
  #told: object | undefined;
  /** An index takes memory, and most views are never searched. */
  #search: ToolSearch | undefined;

  constructor({ tenant, toolset, tools, runtime, onFault }: ViewParts) {
    this.tenant = tenant;
    this.toolset = toolset;
    this.resolver = tools;
    this.guard = tools.guard;
    this.runtime = runtime.withTools(tools, { guard: this.guard });
    this.#onFault = onFault;
  }

  describe(caller: Caller): Promise<readonly ToolDescription[]> {
    return this.runtime.describe(caller);
  }

  async search(
    query: string,
    options: { readonly caller: Caller; readonly limit?: number; readonly explain?: boolean },
  ): Promise<readonly ToolHit[]> {
    this.#search ??= createToolSearch(this.runtime);
    return await this.#search.search(query, options);
  }

  catalogName(name: string): string | undefined {
    return this.resolver.catalogName(name);
  }

  onChange(listener: () => void): () => void {
    // Two subscriptions of one function are two.
    const own = () => listener();
    if (this.#listeners.size === 0) this.#told = this.resolver.identity();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Tells the listeners if the tools are others than they know. */
  tell(): void {
    if (this.#listeners.size === 0) return;
    const now = this.resolver.identity();
    if (now === this.#told) return;
    this.#told = now;
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.#onFault(error);
      }
    }
  }

  /** Nobody is told any more. */
  close(): void {
    this.#listeners.clear();
  }
}
