import { Tool } from '../../core/tool.ts';
import { fuseRanks } from '../hybrid/fuse-ranks.ts';
import { invalidOption } from '../invalid-option.ts';
import { fitTools } from './fit-tools.ts';
import { readSelectOptions, type SelectParts } from './read-select-options.ts';
import type { SelectionSearch, SelectToolsOptions } from './select-tools-options.ts';
import type { ToolSelection } from './tool-selection.ts';

/**
 * Selects tools for a request to a model: those that fit best what is to be done and whose definitions fit into a number of
 * tokens, as they will be rendered for the provider. It decides what a model reads, and not what it may do.
 *
 * INVARIANT `tokens`, which is what the report of rendering all of `tools` adds up to, is never above `budgetTokens`.
 * INVARIANT With more tokens and the same of everything else, a selection has at least as long a beginning of what was found.
 * It need not have every tool that it had: a better, larger one can take the place of smaller ones. Where what a tool takes
 * depends on the others, as it does with strict tools, this is not promised.
 * INVARIANT The same tools, found in the same order, give the same selection.
 *
 * Rejects as the search does, and with `E_INVALID_OPTION` for options that are no good; that is also so where the tools of
 * `always` take more than there is.
 *
 * @example
 * ```ts
 * const search = createToolSearch(runtime);
 * const { tools } = await selectTools(search, { messages, budgetTokens: 4_000, render: executor.renderTools });
 * ```
 */
export async function selectTools(
  search: SelectionSearch,
  options: SelectToolsOptions,
): Promise<ToolSelection> {
  if (typeof (Object(search) as Partial<SelectionSearch>).search !== 'function') {
    throw invalidOption('search', 'must have a method search, as what createToolSearch gives has');
  }
  const parts = readSelectOptions(options);
  return fitTools(await findTools(search, parts), parts);
}

/** More is searched for than is wanted: some will be too large. */
const SPARE = 2;

/** What was found and is not there anyway, the best first. */
async function findTools(search: SelectionSearch, parts: SelectParts): Promise<readonly Tool[]> {
  const { queries, always, caller, signal } = parts;
  const limit = SPARE * parts.limit;
  const found = await Promise.all(
    queries.map(async ({ query }) => readHits(await search.search(query, { caller, limit, signal }))),
  );
  const lists = found.map((hits, at) => ({
    ids: [...new Set(hits.map(({ tool }) => tool.name))],
    weight: queries[at]?.weight,
  }));
  // If a tool has changed between two searches, the one for the last text counts.
  const byName = new Map(found.toReversed().flatMap((hits) => hits.map(({ tool }) => [tool.name, tool])));
  for (const { name } of always) byName.delete(name);
  // Whatever the scores of the search are like, the first tools of each text come before the later ones of the last.
  const ranked = lists.length === 1 ? (lists[0]?.ids ?? []) : fuseRanks(lists, 0).map(({ id }) => id);
  return ranked.flatMap((name) => byName.get(name) ?? []).slice(0, limit);
}

/** A search of a catalogue or an index finds something else. */
function readHits(hits: unknown): readonly { readonly tool: Tool }[] {
  const isHit = (hit: unknown) => Tool.isTool((Object(hit) as { readonly tool?: unknown }).tool);
  // Each of them was looked at.
  if (Array.isArray(hits) && hits.every(isHit)) return hits as readonly { readonly tool: Tool }[];
  throw invalidOption('search', 'must find tools, as what createToolSearch gives does');
}
