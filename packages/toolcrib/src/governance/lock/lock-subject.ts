import { describe } from '../../catalog/field-reader.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { readSpec } from '../../catalog/read-spec.ts';
import { authorityDigest } from '../../catalog/spec-authority.ts';
import { digestOfReadSpec } from '../../catalog/spec-digest.ts';
import type { SpecDigests } from '../../catalog/spec-digests.ts';
import { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolRegistration } from '../../catalog/tool-registration.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import type { ToolVersion } from '../../catalog/tool-state.ts';
import type { ToolsetEntry } from '../../catalog/toolsets/toolset.ts';
import { findChange, type ToolDigests } from '../../core/lock.ts';
import { Tool } from '../../core/tool.ts';
import type { ToolResolver } from '../../core/tool-resolver.ts';
import {
  digestsOfSelected,
  isInToolset,
  type ReadSelection,
  selectNames,
  toSelectedSpec,
} from './catalog-selection.ts';
import type { LockEntry } from './lock-entry.ts';

/** What a lock can be compared with. */
export type LockTarget = ToolCatalog | ToolResolver | Iterable<Tool | ToolSpec>;

/** A tool as it is. */
export interface ActualTool extends ToolDigests {
  readonly version: string | undefined;
  /** Undefined where sources are not known; `null` if it has none. */
  readonly source: string | null | undefined;
  /** Undefined if only the digest is known. */
  readonly spec: ToolSpec | undefined;
}

/** A tool that was found: what it was at that moment, whenever it is looked at. */
export interface FoundTool {
  /** Digests take long to compute. */
  toActual(): ActualTool;
  /** The definition that was locked, if it is still known. */
  findLocked(entry: LockEntry): ToolSpec | undefined;
}

/** What a lock is compared with. */
export interface LockSubject {
  /** The tool of this name, that is to be the one of this entry if there is one. */
  find(name: string, entry?: LockEntry): FoundTool | undefined;
  /** Names that have to be in the lock, sorted. */
  names(): readonly string[];
}

/** Which tools of a catalogue; of other targets it is all. */
export interface SubjectSelection extends ReadSelection {
  /** Whether the versions that the lock names are compared, not the current ones. */
  readonly isByLock: boolean;
}

/** @throws ConfigError `E_INVALID_OPTION`, or `E_INVALID_SPEC` when one of a list is no spec. */
export function toSubject(target: unknown, selection: SubjectSelection): LockSubject {
  if (target instanceof ToolCatalog) return catalogSubject(target, selection);
  if (typeof target !== 'object' || target === null) return wrongTarget(target);
  if (Symbol.iterator in target) return listSubject(target as Iterable<unknown>);
  return isResolver(target) ? resolverSubject(target) : wrongTarget(target);
}

/**
 * A version of a catalogue, as it is. Its digest is that of its content: who has changed a definition in a database may
 * have left the digest beside it as it was.
 */
export function toFound(
  catalog: ToolCatalog,
  { spec: published, source }: ToolRegistration,
  { entries }: Pick<ReadSelection, 'entries'>,
): FoundTool {
  const { digests } = catalog;
  const versions = catalog.versions(published.name);
  return {
    toActual: () => {
      const spec = toSelectedSpec(published, { entries });
      const ofSelected = digestsOfSelected(digests, published, spec);
      return { ...ofSelected, version: spec.version, source: source ?? null, spec };
    },
    findLocked: (entry) => findLockedSpec(entry, { versions, digests, inToolset: entries?.get(entry.name) }),
  };
}

/** The version of a tool that a selection takes, whatever its status. */
export function findRegistration(
  catalog: ToolCatalog,
  selection: SubjectSelection,
  { name, version }: Pick<LockEntry, 'name' | 'version'>,
): ToolRegistration | undefined {
  const { versions, isByLock } = selection;
  if (!isInToolset(name, selection)) return undefined;
  return catalog.get(name, isByLock ? { version: version ?? null } : versions.get(name));
}

/** Where a definition that was locked may be. */
interface LockedSearch {
  readonly versions: readonly ToolVersion[];
  readonly digests: SpecDigests;
  /** What the toolset of the selection says of the tool. */
  readonly inToolset: ToolsetEntry | undefined;
}

/**
 * The definition that was locked, if the catalogue ever published it and has the tool still; with the approval setting that
 * the toolset of the selection had then, if the rest of its entry is the same, and its time is the one that it has now or
 * it had none. Another time cannot be found out from a digest.
 */
function findLockedSpec(
  entry: LockEntry,
  { versions, digests, inToolset }: LockedSearch,
): ToolSpec | undefined {
  const variants = inToolset === undefined ? [undefined] : toVariants(inToolset);
  for (const { spec, digest } of versions) {
    if (digest !== entry.digest) continue;
    const specs = variants.map((variant) => toSelectedSpec(spec, { entries: variant }));
    const locked = specs.find((one) => !findChange(entry, digestsOfSelected(digests, spec, one)));
    if (locked !== undefined) return locked;
  }
  return undefined;
}

const autonomies = ['allow', 'ask', 'deny'] as const;

/** An entry as it may have been when a lock was written. */
function toVariants(entry: ToolsetEntry): readonly ReadonlyMap<string, ToolsetEntry>[] {
  const { gateTimeoutMs, ...untimed } = entry.policy ?? {};
  const policies = gateTimeoutMs === undefined ? [untimed] : [{ ...untimed, gateTimeoutMs }, untimed];
  return policies.flatMap((policy) =>
    autonomies.map((autonomy) => new Map([[entry.tool, { ...entry, policy: { ...policy, autonomy } }]])),
  );
}

function catalogSubject(catalog: ToolCatalog, selection: SubjectSelection): LockSubject {
  const unlocked = { ...selection, isByLock: false };
  return {
    find: (name, entry) => {
      const registration =
        entry === undefined
          ? findRegistration(catalog, unlocked, { name })
          : findRegistration(catalog, selection, entry);
      return registration && toFound(catalog, registration, selection);
    },
    names: () => selectNames(catalog, selection),
  };
}

function resolverSubject(resolver: ToolResolver): LockSubject {
  return {
    find: (name) => {
      const tool = resolver.resolve(name);
      if (tool === null) return undefined;
      return Tool.isTool(tool) ? toFoundTool(tool) : wrongTarget(tool);
    },
    names: () => [...resolver.list()].sort(),
  };
}

function listSubject(list: Iterable<unknown>): LockSubject {
  const tools = new Map<string, FoundTool>();
  for (const item of list) {
    const tool = Tool.isTool(item) ? item : readSpec(item);
    if (tools.has(tool.name)) refuseOption('against', `has two tools ${describe(tool.name)}`);
    tools.set(tool.name, toFoundTool(tool));
  }
  return {
    find: (name) => tools.get(name),
    names: () => [...tools.keys()].sort(),
  };
}

function toFoundTool(tool: Tool | ToolSpec): FoundTool {
  const { digest, authorityDigest: ofAuthority } = Tool.isTool(tool)
    ? tool
    : { digest: digestOfReadSpec(tool), authorityDigest: authorityDigest(tool) };
  const known = { digest, authorityDigest: ofAuthority, version: tool.version };
  return { toActual: () => ({ ...known, source: undefined, spec: undefined }), findLocked: () => undefined };
}

function isResolver(value: object): value is ToolResolver {
  const { resolve, list } = value as Partial<Record<keyof ToolResolver, unknown>>;
  return typeof resolve === 'function' && typeof list === 'function';
}

function wrongTarget(target: unknown): never {
  return refuseOption(
    'against',
    `must be a catalogue, a registry, or a list of tools or specs, not ${describe(target)}`,
  );
}
