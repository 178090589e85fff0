import type { LibrarySchema } from '../../core/schema/tool-schema.ts';
import type { DiscoveryForm, ToolFinder } from '../tool-discovery.ts';
import type { DiscoveryCache } from './discovery-cache.ts';

/** What a model says when it searches. */
export interface SearchArguments {
  readonly query: string;
  readonly limit: number;
}

/** What the discovery of a runner is made of; nothing in it belongs to one turn. */
export interface DiscoveryParts {
  readonly finder: ToolFinder;
  readonly pinned: ReadonlySet<string>;
  readonly maxFound: number;
  readonly form: DiscoveryForm;
  /** The names of the tools that the runner brings itself. */
  readonly ownNames: readonly string[];
  /** Read once for all turns. */
  readonly searchSchema: LibrarySchema<SearchArguments>;
  readonly cache: DiscoveryCache;
}
