import { cutText } from '../core/cut-text.ts';
import { ConfigError } from '../core/errors.ts';
import { pointerTo } from '../core/json-pointer.ts';
import { type Fail, FieldReader } from './field-reader.ts';
import { doAtOnce, mapInPieces, type Pieces } from './pieces.ts';
import { readDeprecation } from './read-deprecation.ts';
import { readDocument } from './read-document.ts';
import { readQuarantine } from './read-quarantine.ts';
import { isSpecName, readSpec } from './read-spec.ts';
import type {
  QuarantinedName,
  SnapshotDocument,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
import type { ToolSpec } from './tool-spec.ts';
import { MAX_VERSIONS } from './tool-state.ts';

const MAX_SOURCE_LENGTH = 512;
const MAX_KEY_LENGTH = 1024;

/**
 * A deeply frozen copy of a snapshot that may come from anywhere, such as a file, with its fields in the order in which
 * `ToolCatalog.snapshot` has them. What could not have been taken of a catalogue is refused.
 *
 * @throws ConfigError `E_INVALID_SNAPSHOT` with a JSON Pointer to what is wrong in `context.path`.
 */
export function readSnapshot(value: unknown): ToolRegistrySnapshot {
  return doAtOnce(readInPieces(value));
}

/** As {@link readSnapshot}, one tool or document after the other. */
export function* readInPieces(value: unknown): Pieces<ToolRegistrySnapshot> {
  const read = new FieldReader(
    value,
    ['snapshotVersion', 'tools', 'quarantinedNames', 'documents'],
    failAt(''),
  );
  if (read.get('snapshotVersion') !== 1) read.wrong('snapshotVersion', '1');
  const tools: SnapshotTool[] = [];
  for (const [index, tool] of read.list('tools').entries()) {
    tools.push(yield* readTool(tool, pointerTo('/tools', index)));
  }
  assertSorted(
    tools,
    ({ spec }) => spec.name,
    (index) => `/tools/${index}/spec/name`,
  );
  const quarantinedNames = yield* mapInPieces(read.list('quarantinedNames'), readQuarantinedName, 16);
  assertSorted(
    quarantinedNames,
    ({ name }) => name,
    (index) => `/quarantinedNames/${index}/name`,
  );
  assertDisjoint(tools, quarantinedNames);
  const documents = yield* mapInPieces(read.list('documents'), readSnapshotDocument);
  assertSorted(
    documents,
    ({ key }) => key,
    (index) => `/documents/${index}/key`,
  );
  return Object.freeze({
    snapshotVersion: 1,
    tools: Object.freeze(tools),
    quarantinedNames: Object.freeze(quarantinedNames),
    documents: Object.freeze(documents),
  });
}

/** One piece for each version: a tool may have thousands. */
function* readTool(value: unknown, path: string): Pieces<SnapshotTool> {
  const known = [
    'spec',
    'enabled',
    'createdAt',
    'source',
    'deprecation',
    'quarantine',
    'revision',
    'history',
  ] as const;
  const read = new FieldReader(value, known, failAt(path));
  const { spec, createdAt, ...current } = readVersionFields(read, path);
  const enabled = read.flag('enabled');
  const quarantine = read.get('quarantine');
  yield;
  const others = read.list('history');
  if (others.length >= MAX_VERSIONS) {
    read.refuse('history', `has ${others.length} items; at most ${MAX_VERSIONS - 1} are allowed`);
  }
  const history = yield* mapInPieces(others, (version, index) =>
    readVersion(version, pointerTo(path, 'history', index)),
  );
  const tool = Object.freeze({
    spec,
    enabled,
    createdAt,
    ...current,
    ...(quarantine !== undefined && {
      quarantine: readQuarantine(quarantine, failAt(pointerTo(path, 'quarantine'))),
    }),
    revision: readRevision(read, history.length + 1),
    history: Object.freeze(history),
  });
  assertOneTool(tool, path);
  return tool;
}

function readVersion(value: unknown, path: string): SnapshotVersion {
  const read = new FieldReader(value, ['spec', 'createdAt', 'source', 'deprecation'], failAt(path));
  return Object.freeze(readVersionFields(read, path));
}

/** What a version has wherever it stands. */
function readVersionFields(
  read: FieldReader<'spec' | 'createdAt' | 'source' | 'deprecation'>,
  path: string,
): SnapshotVersion {
  const deprecation = read.get('deprecation');
  const source = read.optionalText('source', MAX_SOURCE_LENGTH);
  return {
    spec: readSpecAt(read.get('spec'), pointerTo(path, 'spec')),
    createdAt: read.date('createdAt'),
    ...(source !== undefined && { source }),
    ...(deprecation !== undefined && {
      deprecation: readDeprecation(deprecation, failAt(pointerTo(path, 'deprecation'))),
    }),
  };
}

function readSpecAt(value: unknown, path: string): ToolSpec {
  try {
    return readSpec(value);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const { field } = cause.context;
    const place = typeof field === 'string' && field !== '' ? pointerTo(path, field) : path;
    throw invalidSnapshot(place, `is refused: ${cause.message.replace(/\.$/, '')}`, { cause });
  }
}

function readRevision(read: FieldReader<'revision'>, max: number): number {
  const revision = read.get('revision');
  const isPlace = typeof revision === 'number' && Number.isInteger(revision);
  if (isPlace && revision >= 1 && revision <= max) return revision;
  return read.wrong('revision', `a whole number from 1 to ${max}, which is how many versions there are`);
}

function readSnapshotDocument(value: unknown, index: number): SnapshotDocument {
  const path = pointerTo('/documents', index);
  const read = new FieldReader(value, ['key', 'document'], failAt(path));
  const key = read.text('key', MAX_KEY_LENGTH);
  const document = readDocument(key, read.get('document'), failAt(pointerTo(path, 'document')));
  return Object.freeze({ key, document });
}

function readQuarantinedName(value: unknown, index: number): QuarantinedName {
  const path = pointerTo('/quarantinedNames', index);
  const read = new FieldReader(value, ['name', 'quarantine'], failAt(path));
  const name = read.get('name');
  if (typeof name !== 'string' || !isSpecName(name)) return read.wrong('name', 'the name of a tool');
  const quarantine = readQuarantine(read.get('quarantine'), failAt(pointerTo(path, 'quarantine')));
  return Object.freeze({ name, quarantine });
}

/** All versions have one name, and each another version. */
function assertOneTool({ spec, history }: SnapshotTool, path: string): void {
  const versions = new Set([spec.version]);
  for (const [index, other] of history.entries()) {
    const place = pointerTo(path, 'history', index, 'spec');
    if (other.spec.name !== spec.name) {
      throw invalidSnapshot(pointerTo(place, 'name'), `must be "${spec.name}", as in the current version`);
    }
    const { version } = other.spec;
    if (versions.has(version)) {
      const shown = version === undefined ? 'missing' : JSON.stringify(version);
      throw invalidSnapshot(pointerTo(place, 'version'), `is ${shown}, as that of another version`);
    }
    versions.add(version);
  }
}

function assertSorted<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  pathOf: (index: number) => string,
): void {
  let previous: string | undefined;
  for (const [index, item] of items.entries()) {
    const name = nameOf(item);
    if (previous !== undefined && name <= previous) {
      const problem = name === previous ? 'is there twice' : `must come before "${previous}"`;
      throw invalidSnapshot(pathOf(index), `${problem}; names are sorted in code-unit order, each once`);
    }
    previous = name;
  }
}

function assertDisjoint(tools: readonly SnapshotTool[], names: readonly QuarantinedName[]): void {
  const taken = new Set(tools.map(({ spec }) => spec.name));
  const index = names.findIndex(({ name }) => taken.has(name));
  if (index === -1) return;
  const place = pointerTo('/quarantinedNames', index, 'name');
  throw invalidSnapshot(place, 'has a tool, which says itself whether it is in quarantine');
}

function failAt(path: string): Fail {
  return (field, problem) => {
    throw invalidSnapshot(field === '' ? path : pointerTo(path, field), problem);
  };
}

function invalidSnapshot(path: string, problem: string, options?: { readonly cause: unknown }): ConfigError {
  const place = path === '' ? 'it' : cutPath(path);
  return new ConfigError('E_INVALID_SNAPSHOT', `The snapshot is refused: ${place} ${problem}.`, {
    context: { path },
    ...options,
  });
}

/** Only its last step can come from outside. */
function cutPath(path: string): string {
  const last = path.lastIndexOf('/') + 1;
  return path.slice(0, last) + cutText(path.slice(last));
}
