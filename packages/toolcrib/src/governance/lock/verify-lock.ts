import { FieldReader } from '../../catalog/field-reader.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import type { ToolLock } from '../../core/lock.ts';
import { type CatalogSelection, readSelection, selectionFields } from './catalog-selection.ts';
import { compareEntry } from './compare-entry.ts';
import type { LockCheck, LockVerification } from './lock-check.ts';
import { type LockEntry, readEntries } from './lock-entry.ts';
import { type LockSubject, type LockTarget, type SubjectSelection, toSubject } from './lock-subject.ts';

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
 * @throws ConfigError `E_INVALID_LOCK`, `E_INVALID_OPTION`, or `E_INVALID_SPEC` when one of a list is no spec.
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
  const entries = readEntries(lock);
  const read = new FieldReader(options, selectionFields, refuseOption);
  const subject = toSubject(against, readSubjectSelection(read));
  const known = new Set(entries.map(({ name }) => name));
  const unlocked = subject.names().filter((name) => !known.has(name));
  const tools = [
    ...entries.map((entry) => checkEntry(entry, subject)),
    ...unlocked.flatMap((name) => checkUnlocked(name, subject)),
  ].sort((left, right) => (left.name < right.name ? -1 : 1));
  return Object.freeze({ isOk: tools.every(({ status }) => status === 'ok'), tools: Object.freeze(tools) });
}

/** Reads which tools of a catalogue a lock is compared with. */
export function readSubjectSelection(read: FieldReader<(typeof selectionFields)[number]>): SubjectSelection {
  const isByLock = read.get('versions') === 'locked';
  if (!isByLock) return { ...readSelection(read), isByLock };
  const [names, tags] = [read.get('names'), read.get('tags')];
  const rest = new FieldReader({ names, tags }, selectionFields, refuseOption);
  return { ...readSelection(rest), isByLock };
}

function checkEntry(entry: LockEntry, subject: LockSubject): LockCheck {
  const { name, digest } = entry;
  const actual = subject.find(name, entry);
  if (actual === undefined) return Object.freeze({ name, status: 'missing', locked: digest });
  return compareEntry(entry, actual, subject.findLocked);
}

/** None for a name whose version, as it is asked for, is not there. */
function checkUnlocked(name: string, subject: LockSubject): readonly LockCheck[] {
  const actual = subject.find(name);
  return actual === undefined ? [] : [Object.freeze({ name, status: 'unlocked', actual: actual.digest })];
}
