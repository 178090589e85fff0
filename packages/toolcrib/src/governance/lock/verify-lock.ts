import { FieldReader } from '../../catalog/field-reader.ts';
import { doAtOnce, doWithPauses, mapInPieces, type Pieces } from '../../catalog/pieces.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolLock } from '../../core/lock.ts';
import { type CatalogSelection, readSelection, selectionFields } from './catalog-selection.ts';
import { compareEntry } from './compare-entry.ts';
import type { LockCheck, LockVerification } from './lock-check.ts';
import { type LockEntry, readEntries } from './lock-entry.ts';
import { type FoundTool, type LockTarget, type SubjectSelection, toSubject } from './lock-subject.ts';
import { parseInPieces } from './parse-lock.ts';

/** Options of {@link verifyLock}. They are about a catalogue; of other targets all tools are compared. */
export interface VerifyLockOptions extends Omit<CatalogSelection, 'versions'> {
  /**
   * Which version of a tool is compared, by name; or with `'locked'` the one that the lock names, so that newer ones play
   * no part, for deployments whose code asks for exact versions.
   *
   * @default the current one of each
   */
  readonly versions?: CatalogSelection['versions'] | 'locked';
}

/**
 * Compares a lock with what is there: the tools of a deployment, specs, or what a catalogue has published, as far as this
 * process has read it. Given the options with which `lockCatalog` made the lock, it is ok for as long as nothing that a
 * model can see has changed, come or gone, and everything still comes from where it came from. Whether tools may be used
 * is what `preflight` says: one that is disabled can be `ok`.
 *
 * @throws ConfigError `E_INVALID_LOCK`, `E_INVALID_OPTION`, or `E_INVALID_SPEC` when an item of a list isn't a spec; ToolcribError
 * `E_TOOLSET_NOT_FOUND`.
 *
 * @example
 * ```ts
 * const { isOk, tools } = verifyLock(parseLock(text), catalog, { versions: 'locked' });
 * for (const tool of tools) if (tool.status !== 'ok') console.error(tool.name, tool.status);
 * ```
 */
export function verifyLock(
  lock: ToolLock,
  against: LockTarget,
  options: VerifyLockOptions = {},
): LockVerification {
  return doAtOnce(verifyInPieces(readEntries(lock), against, options));
}

/**
 * As `verifyLock(parseLock(text), catalog, options)`. Where the catalog has pauses (`CatalogOptions.checks`), it is read and
 * compared with pauses, so that a service answers others meanwhile. What is compared is the catalog of one moment.
 *
 * It rejects as `parseLock` and `verifyLock` throw.
 */
export async function verifyLockText(
  text: string,
  catalog: ToolCatalog,
  options: VerifyLockOptions = {},
): Promise<LockVerification> {
  const entries = await doWithPauses(parseInPieces(text), catalog.pause);
  return await doWithPauses(verifyInPieces(entries, catalog, options), catalog.pause);
}

function* verifyInPieces(
  entries: readonly LockEntry[],
  against: LockTarget,
  options: VerifyLockOptions,
): Pieces<LockVerification> {
  const read = new FieldReader(options, selectionFields, refuseOption);
  const catalog = against instanceof ToolCatalog ? against : undefined;
  const subject = toSubject(against, readSubjectSelection(read, catalog));
  const known = new Set(entries.map(({ name }) => name));
  const unlocked = subject.names().filter((name) => !known.has(name));
  // All of it is found before anything is compared, so that it is of one moment.
  const found = [
    ...entries.map((entry) => ({ name: entry.name, entry, tool: subject.find(entry.name, entry) })),
    ...unlocked.map((name) => ({ name, entry: undefined, tool: subject.find(name) })),
  ];
  const checks = yield* mapInPieces(found, ({ name, entry, tool }) =>
    entry === undefined ? checkUnlocked(name, tool) : [checkEntry(entry, tool)],
  );
  const tools = checks.flat().sort((left, right) => (left.name < right.name ? -1 : 1));
  return Object.freeze({ isOk: tools.every(({ status }) => status === 'ok'), tools: Object.freeze(tools) });
}

/** Reads which tools of a catalogue a lock is compared with. */
export function readSubjectSelection(
  read: FieldReader<(typeof selectionFields)[number]>,
  catalog: ToolCatalog | undefined,
): SubjectSelection {
  const isByLock = read.get('versions') === 'locked';
  if (!isByLock) return { ...readSelection(read, catalog), isByLock };
  const [names, tags, toolset] = [read.get('names'), read.get('tags'), read.get('toolset')];
  const rest = new FieldReader({ names, tags, toolset }, selectionFields, refuseOption);
  return { ...readSelection(rest, catalog), isByLock };
}

function checkEntry(entry: LockEntry, tool: FoundTool | undefined): LockCheck {
  const { name, digest } = entry;
  return tool === undefined
    ? Object.freeze({ name, status: 'missing', locked: digest })
    : compareEntry(entry, tool);
}

/** None for a name whose version, as it is asked for, is not there. */
function checkUnlocked(name: string, tool: FoundTool | undefined): readonly LockCheck[] {
  if (tool === undefined) return [];
  return [Object.freeze({ name, status: 'unlocked', actual: tool.toActual().digest })];
}
