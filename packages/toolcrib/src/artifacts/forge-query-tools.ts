import { ConfigError } from '../core/errors.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { Tool } from '../core/tool.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import { redactCredentials } from '../runtime/render/redact.ts';
import { acceptsCandidate } from './accepts-candidate.ts';
import type { ArtifactKind } from './artifact-kind.ts';
import type { ArtifactQuery } from './artifact-query.ts';
import { type AskedQuery, askArtifacts, MIN_ANSWER_BYTES } from './ask-artifacts.ts';
import { findSharedName, isArtifactKind } from './check-kinds.ts';
import type { ForgeContext, ForgeOptions } from './forge-context.ts';
import { forgeTool, isForgedTool } from './forge-tool.ts';
import { KindInstances } from './kind-instances.ts';
import { type KnownArtifact, listArtifacts } from './known-artifacts.ts';
import { listTool } from './list-tool.ts';
import { checkCount } from './text/check-count.ts';

const optionNames: ReadonlySet<string> = new Set<keyof ForgeOptions>(['maxAnswerBytes', 'redact']);
const DEFAULT_ANSWER_BYTES = 16_384;

/**
 * Tools that ask the artifacts of a dispatch the queries of these kinds, and `artifact_list`, which lists them. There
 * are those of a kind as soon as a call has given an artifact that the kind accepts; without any, there are none.
 *
 * The tools look at `ctx.turnToolCalls` when they are called, so an artifact that comes later can be asked as
 * well, and what a model reads of them is always the same. They take the place of other forged tools; where the
 * name is that of another tool in `ctx.tools`, the query is left out.
 *
 * @throws ConfigError `E_INVALID_OPTION` for an option, and for two queries of one name.
 */
export function forgeQueryTools(
  kinds: readonly ArtifactKind[],
  ctx: ForgeContext,
  options: ForgeOptions = {},
): ToolRegistry {
  requireKnownOptions(options, optionNames);
  const { maxAnswerBytes = DEFAULT_ANSWER_BYTES, redact = redactCredentials } = options;
  checkCount('maxAnswerBytes', maxAnswerBytes, MIN_ANSWER_BYTES);
  const shared = findSharedName(kinds);
  if (shared !== undefined) throw sameName(shared);
  const instances = new KindInstances();
  const asked = queriesOf(kinds, listArtifacts(ctx), instances);
  if (asked.length === 0) return new ToolRegistry();
  const tools: Tool[] = [listTool(ctx, maxAnswerBytes)];
  for (const question of asked) {
    const { name, description, input } = question.query;
    const handler = askArtifacts(question, { ctx, instances, maxAnswerBytes, redact });
    tools.push(forgeTool({ name, description, inputSchema: input.schema, handler }));
  }
  const isFree = ({ name }: Tool) => {
    const taken = ctx.tools.get(name);
    return taken === undefined || isForgedTool(taken);
  };
  return new ToolRegistry(tools.filter(isFree), { source: 'artifact queries' });
}

/** Each query once, with the kinds that have it, if there is anything that it can be asked about. */
function queriesOf(
  kinds: readonly ArtifactKind[],
  known: readonly KnownArtifact[],
  instances: KindInstances,
): AskedQuery[] {
  const byName = new Map<string, AskedQuery & { readonly isUseful: boolean }>();
  for (const kind of kinds) {
    const isKindUseful = known.some((artifact) => instances.canBe(kind, artifact));
    for (const query of kind.queries) {
      const other = byName.get(query.name);
      const heirs = heirsOf(query, kind);
      const isUseful = isKindUseful || (heirs.length === 1 && isForAny(query, known));
      byName.set(query.name, {
        query,
        kinds: [...new Set([...heirs, ...(other?.kinds ?? [])])].sort(
          (left, right) => depthOf(right) - depthOf(left),
        ),
        isUseful: isUseful || other?.isUseful === true,
      });
    }
  }
  return [...byName.values()].filter(({ isUseful }) => isUseful);
}

/** Whether there is an artifact that a query is for by its own words. */
function isForAny({ accepts }: ArtifactQuery, known: readonly KnownArtifact[]): boolean {
  return accepts !== undefined && known.some((artifact) => acceptsCandidate({ accepts }, artifact));
}

/**
 * The kinds that have a query, from one that inherits it to the one that it was made for. Whatever one of them accepts
 * can be asked, so it does not matter which of them forges the tool.
 */
function heirsOf(query: ArtifactQuery, kind: ArtifactKind): ArtifactKind[] {
  const heirs = [kind];
  for (
    let base: unknown = Object.getPrototypeOf(kind);
    isArtifactKind(base);
    base = Object.getPrototypeOf(base)
  ) {
    if (!base.queries.includes(query)) break;
    heirs.push(base);
  }
  return heirs;
}

/** How many classes a kind extends: more than those that it extends. */
function depthOf(kind: ArtifactKind): number {
  let depth = 0;
  for (let base: unknown = kind; isArtifactKind(base); base = Object.getPrototypeOf(base)) depth += 1;
  return depth;
}

function sameName(name: string): ConfigError {
  const message = `Two queries of the kinds are called "${name}"; override the method that one of them asks instead.`;
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'kinds', toolName: name } });
}
