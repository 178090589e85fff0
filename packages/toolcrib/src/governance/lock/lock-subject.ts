import { describe } from '../../catalog/field-reader.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { readSpec } from '../../catalog/read-spec.ts';
import { authorityDigest } from '../../catalog/spec-authority.ts';
import { digestOfReadSpec } from '../../catalog/spec-digest.ts';
import { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolRegistration } from '../../catalog/tool-registration.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { findChange, type ToolDigests } from '../../core/lock.ts';
import { Tool } from '../../core/tool.ts';
import type { ToolResolver } from '../../core/tool-resolver.ts';
import { type ReadSelection, selectNames } from './catalog-selection.ts';
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

/** What a lock is compared with. */
export interface LockSubject {
  /** The tool of this name, that is to be the one of this entry if there is one. */
  find(name: string, entry?: LockEntry): ActualTool | undefined;
  /** Names that have to be in the lock, sorted. */
  names(): readonly string[];
  /** The definition that was locked, if it is still known. */
  findLocked(entry: LockEntry): ToolSpec | undefined;
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
 * A version of a catalogue, as it is. Its digest is computed here: who has changed a definition in a database may have
 * left the digest beside it as it was.
 */
export function toActualTool({ spec, source }: ToolRegistration): ActualTool {
  return { ...digestsOf(spec), version: spec.version, source: source ?? null, spec };
}

/** The version of a tool that a selection takes, whatever its status. */
export function findRegistration(
  catalog: ToolCatalog,
  { versions, isByLock }: SubjectSelection,
  { name, version }: Pick<LockEntry, 'name' | 'version'>,
): ToolRegistration | undefined {
  return catalog.get(name, isByLock ? { version: version ?? null } : versions.get(name));
}

/** The definition that was locked, if the catalogue ever published it and has the tool still. */
export function findLockedSpec(catalog: ToolCatalog, entry: LockEntry): ToolSpec | undefined {
  const isLocked = (spec: ToolSpec) => findChange(entry, digestsOf(spec)) === undefined;
  return catalog
    .versions(entry.name)
    .find((version) => version.digest === entry.digest && isLocked(version.spec))?.spec;
}

function catalogSubject(catalog: ToolCatalog, selection: SubjectSelection): LockSubject {
  return {
    find: (name, entry) => {
      const registration =
        entry === undefined
          ? catalog.get(name, selection.versions.get(name))
          : findRegistration(catalog, selection, entry);
      return registration && toActualTool(registration);
    },
    names: () => selectNames(catalog, selection),
    findLocked: (entry) => findLockedSpec(catalog, entry),
  };
}

function resolverSubject(resolver: ToolResolver): LockSubject {
  return {
    find: (name) => {
      const tool = resolver.resolve(name);
      if (tool === null) return undefined;
      return Tool.isTool(tool) ? toActual(tool) : wrongTarget(tool);
    },
    names: () => [...resolver.list()].sort(),
    findLocked: () => undefined,
  };
}

function listSubject(list: Iterable<unknown>): LockSubject {
  const tools = new Map<string, ActualTool>();
  for (const item of list) {
    const tool = Tool.isTool(item) ? item : readSpec(item);
    if (tools.has(tool.name)) refuseOption('against', `has two tools ${describe(tool.name)}`);
    tools.set(tool.name, toActual(tool));
  }
  return {
    find: (name) => tools.get(name),
    names: () => [...tools.keys()].sort(),
    findLocked: () => undefined,
  };
}

function toActual(tool: Tool | ToolSpec): ActualTool {
  const { digest, authorityDigest } = Tool.isTool(tool) ? tool : digestsOf(tool);
  return { digest, authorityDigest, version: tool.version, source: undefined, spec: undefined };
}

function digestsOf(spec: ToolSpec): ToolDigests {
  return { digest: digestOfReadSpec(spec), authorityDigest: authorityDigest(spec) };
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
