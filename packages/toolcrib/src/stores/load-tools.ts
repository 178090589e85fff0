import type { ToolState } from '../catalog/index.ts';
import { type CatalogSteps, toolSelects } from './catalog-steps.ts';
import { readTools } from './read-tools.ts';
import type { SqlRow } from './sql-session.ts';

/** Few enough to take little memory, and enough for few ways to a server and back. */
const TOOLS_AT_ONCE = 2000;

/**
 * All tools of a tenant, by name. They are read by pages, so that the rows of a large catalogue, which are twice as large as
 * what is made of them, are never in memory all at once. The last page has no end: versions without a tool must not be
 * overlooked.
 */
export function* loadTools(
  tenant: string,
  atOnce = TOOLS_AT_ONCE,
): CatalogSteps<ReadonlyMap<string, ToolState>> {
  const states = new Map<string, ToolState>();
  // No name is empty.
  let after = '';
  for (;;) {
    const tools: readonly SqlRow[] = yield {
      sql: `${toolSelects.tools} and name > ? order by name limit ?`,
      values: [tenant, after, atOnce],
    };
    const last = tools.length < atOnce ? undefined : String(tools.at(-1)?.name);
    const versions = yield* loadVersions(tenant, after, last);
    for (const [name, state] of readTools({ tenant, tools, versions })) states.set(name, state);
    if (last === undefined) return states;
    after = last;
  }
}

function* loadVersions(
  tenant: string,
  after: string,
  last: string | undefined,
): CatalogSteps<readonly SqlRow[]> {
  const sql = `${toolSelects.versions} and name > ?`;
  if (last === undefined) return yield { sql, values: [tenant, after] };
  return yield { sql: `${sql} and name <= ?`, values: [tenant, after, last] };
}
