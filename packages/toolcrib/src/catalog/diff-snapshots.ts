import { diffSpecs, type SpecDifference } from './diff-specs.ts';
import { doAtOnce, mapInPieces, type Pieces } from './pieces.ts';
import type { Deprecation, Quarantine } from './tool-registration.ts';
import type { SnapshotTool, SnapshotVersion, ToolRegistrySnapshot } from './tool-registry-snapshot.ts';

/** Small ones. */
const ITEMS_PER_PIECE = 64;
const VERSIONS_PER_PIECE = 4;

/** A version as a catalogue is asked for it: `null` is the one without a version. */
type VersionName = string | null;

/** A value in one snapshot and in the other. */
export type Change<Value> = { readonly from: Value; readonly to: Value };

/** Something that may be absent in one snapshot or in the other. */
export type OptionalChange<Value> = { readonly from?: Value; readonly to?: Value };

/** A tool that is in one of two snapshots only. */
export type SnapshotEntry = {
  readonly name: string;
  /** The current one. */
  readonly version: string | null;
};

/** A version that both snapshots have, but not alike. What is alike is absent. */
export type ChangedVersion = {
  readonly version: string | null;
  readonly deprecation?: OptionalChange<Deprecation>;
  /** The same version has other content: it is not the same catalogue, or the tool was removed in between. */
  readonly spec?: readonly SpecDifference[];
  /** The content is identical, but its keys are in another order, which a model can see. */
  readonly isReordered?: true;
  readonly createdAt?: Change<string>;
  readonly source?: OptionalChange<string>;
};

/** A tool that both snapshots have, but not alike. What is alike is absent. */
export type ChangedTool = {
  readonly name: string;
  /** Another version is current. */
  readonly current?: Change<string | null>;
  /** What somebody who uses the current version sees differ. */
  readonly spec?: readonly SpecDifference[];
  readonly enabled?: Change<boolean>;
  readonly quarantine?: OptionalChange<Quarantine>;
  readonly addedVersions?: readonly (string | null)[];
  readonly removedVersions?: readonly (string | null)[];
  readonly changedVersions?: readonly ChangedVersion[];
  /** The versions that both have were not registered in the same order. */
  readonly order?: Change<readonly (string | null)[]>;
};

/** The quarantine of a name without a tool, where it differs. */
export type ChangedQuarantinedName = OptionalChange<Quarantine> & { readonly name: string };

/**
 * What differs between two snapshots, as frozen JSON. Lists are sorted by name, and by version with the one without a
 * version first, in code-unit order.
 */
export type SnapshotDiff = {
  /** Whether the snapshots have the same `JSON.stringify`. */
  readonly isEmpty: boolean;
  readonly added: readonly SnapshotEntry[];
  readonly removed: readonly SnapshotEntry[];
  readonly changed: readonly ChangedTool[];
  readonly quarantinedNames: readonly ChangedQuarantinedName[];
  /** The keys of drafts, toolsets, policies and the like that differ. */
  readonly documents: readonly string[];
};

/**
 * What has to happen to one catalogue to become the other: for reviews of what is to be restored, and for programs. A
 * snapshot from a file has to go through `readSnapshot` first.
 */
export function diffSnapshots(before: ToolRegistrySnapshot, after: ToolRegistrySnapshot): SnapshotDiff {
  return doAtOnce(diffInPieces(before, after));
}

/** As {@link diffSnapshots}, one tool or document after the other. */
export function* diffInPieces(
  before: ToolRegistrySnapshot,
  after: ToolRegistrySnapshot,
): Pieces<SnapshotDiff> {
  const tools = yield* pairUp(before.tools, after.tools, ({ spec }) => spec.name);
  const changed: ChangedTool[] = [];
  for (const { from, to } of tools) {
    if (from === undefined || to === undefined || from === to) continue;
    const change = yield* diffTools(from, to);
    if (change !== undefined) changed.push(change);
    yield;
  }
  const names = yield* pairUp(before.quarantinedNames, after.quarantinedNames, ({ name }) => name);
  const quarantinedNames = yield* mapInPieces(
    names,
    ({ key: name, from, to }) => {
      const change = diffOptional(from?.quarantine, to?.quarantine);
      return change === undefined ? [] : Object.freeze({ name, ...change });
    },
    ITEMS_PER_PIECE,
  );
  const documents = yield* mapInPieces(
    yield* pairUp(before.documents, after.documents, ({ key }) => key),
    ({ key, from, to }) => (JSON.stringify(from) === JSON.stringify(to) ? [] : key),
  );
  const diff = {
    added: freezeList(tools.flatMap(({ from, to }) => (from === undefined && to ? [toEntry(to)] : []))),
    removed: freezeList(tools.flatMap(({ from, to }) => (to === undefined && from ? [toEntry(from)] : []))),
    changed: freezeList(changed),
    quarantinedNames: freezeList(quarantinedNames.flat()),
    documents: freezeList(documents.flat()),
  };
  const isEmpty = Object.values(diff).every((list) => list.length === 0);
  return Object.freeze({ isEmpty, ...diff });
}

function toEntry({ spec }: SnapshotTool): SnapshotEntry {
  return Object.freeze({ name: spec.name, version: nameOf({ spec }) });
}

/** Undefined if they are alike. */
function* diffTools(from: SnapshotTool, to: SnapshotTool): Pieces<ChangedTool | undefined> {
  // Nearly all tools of two snapshots are alike, and this tells it for a fraction of what follows.
  const isShort = from.history.length < ITEMS_PER_PIECE;
  if (isShort && JSON.stringify(from) === JSON.stringify(to)) return undefined;
  const versions = yield* pairUp(versionsOf(from), versionsOf(to), nameOf);
  const changedVersions = yield* mapInPieces(
    versions,
    (pair) => diffVersions(pair) ?? [],
    VERSIONS_PER_PIECE,
  );
  const lists = {
    spec: diffSpecs(from.spec, to.spec),
    addedVersions: versions.filter((pair) => pair.from === undefined).map(({ key }) => key),
    removedVersions: versions.filter((pair) => pair.to === undefined).map(({ key }) => key),
    changedVersions: changedVersions.flat(),
  };
  const current = diffValues(nameOf(from), nameOf(to));
  const enabled = diffValues(from.enabled, to.enabled);
  const quarantine = diffOptional(from.quarantine, to.quarantine);
  const order = diffOrder(from, to);
  const changes = {
    ...(current && { current }),
    ...(lists.spec.length > 0 && { spec: lists.spec }),
    ...(enabled && { enabled }),
    ...(quarantine && { quarantine }),
    ...(lists.addedVersions.length > 0 && { addedVersions: freezeList(lists.addedVersions) }),
    ...(lists.removedVersions.length > 0 && { removedVersions: freezeList(lists.removedVersions) }),
    ...(lists.changedVersions.length > 0 && { changedVersions: freezeList(lists.changedVersions) }),
    ...(order && { order }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  return Object.freeze({ name: from.spec.name, ...changes });
}

function diffVersions({
  key: version,
  from,
  to,
}: Paired<VersionName, SnapshotVersion>): ChangedVersion | undefined {
  if (from === undefined || to === undefined || from === to) return undefined;
  const spec = diffSpecs(from.spec, to.spec);
  const isReordered = spec.length === 0 && JSON.stringify(from.spec) !== JSON.stringify(to.spec);
  const deprecation = diffOptional(from.deprecation, to.deprecation);
  const createdAt = diffValues(from.createdAt, to.createdAt);
  const source = diffOptional(from.source, to.source);
  const changes = {
    ...(deprecation && { deprecation }),
    ...(spec.length > 0 && { spec }),
    ...(isReordered && ({ isReordered } as const)),
    ...(createdAt && { createdAt }),
    ...(source && { source }),
  };
  return Object.keys(changes).length === 0 ? undefined : Object.freeze({ version, ...changes });
}

/** Versions that one of them lacks play no part. */
function diffOrder(from: SnapshotTool, to: SnapshotTool): Change<readonly VersionName[]> | undefined {
  const left = new Set(versionsOf(from).map(nameOf));
  const right = new Set(versionsOf(to).map(nameOf));
  const before = freezeList([...left].filter((version) => right.has(version)));
  const after = freezeList([...right].filter((version) => left.has(version)));
  const isSame = before.every((version, index) => version === after[index]);
  return isSame ? undefined : Object.freeze({ from: before, to: after });
}

function diffValues<Value extends string | boolean | null>(
  from: Value,
  to: Value,
): Change<Value> | undefined {
  return from === to ? undefined : Object.freeze({ from, to });
}

function diffOptional<Value extends Deprecation | Quarantine | string>(
  from: Value | undefined,
  to: Value | undefined,
): OptionalChange<Value> | undefined {
  // Both are flat, with their fields in one order.
  if (from === to || JSON.stringify(from) === JSON.stringify(to)) return undefined;
  return Object.freeze({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
}

/** Every version of a tool, in the order of their first registration. */
function versionsOf(tool: SnapshotTool): readonly SnapshotVersion[] {
  return tool.history.toSpliced(tool.revision - 1, 0, tool);
}

function nameOf({ spec }: Pick<SnapshotVersion, 'spec'>): VersionName {
  return spec.version ?? null;
}

/** Something that two lists have under one key, or one of them has. */
interface Paired<Key, Item> {
  readonly key: Key;
  readonly from: Item | undefined;
  readonly to: Item | undefined;
}

/** Sorted by key, null first. */
function* pairUp<Key extends string | null, Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => Key,
): Pieces<readonly Paired<Key, Item>[]> {
  const from = new Map(before.map((item) => [keyOf(item), item]));
  const to = new Map(after.map((item) => [keyOf(item), item]));
  if (from.size + to.size > ITEMS_PER_PIECE) yield;
  const keys = [...new Set([...from.keys(), ...to.keys()])].sort(compareKeys);
  if (keys.length > ITEMS_PER_PIECE) yield;
  return keys.map((key) => ({ key, from: from.get(key), to: to.get(key) }));
}

function compareKeys(left: string | null, right: string | null): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
  return left < right ? -1 : 1;
}

function freezeList<Item>(items: readonly Item[]): readonly Item[] {
  return Object.freeze(items);
}
