import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import { type Deprecation, statusOf, type ToolRegistration } from '../../catalog/tool-registration.ts';
import { cutText } from '../../core/cut-text.ts';
import type { LockedPart } from '../../core/lock.ts';
import { isInToolset } from '../lock/catalog-selection.ts';
import { compareEntry, type EntryComparison } from '../lock/compare-entry.ts';
import type { LockEntry } from '../lock/lock-entry.ts';
import { type FoundTool, findRegistration, type SubjectSelection, toFound } from '../lock/lock-subject.ts';
import type { PreflightCheck } from './preflight-report.ts';

/** What a catalogue says of one tool of a lock, before anybody was asked who may know it. */
export interface ToolLook {
  readonly entry: LockEntry;
  /** Whether there is anything of that name that one may be allowed to use, or not. */
  readonly isThere: boolean;
  /** What is said to whom may use it. */
  readonly verdict: Omit<PreflightCheck, 'name' | 'locked' | 'lockedVersion'>;
  /** What its deprecation tells to use instead; whether the caller may know of that is another question. */
  readonly replacement: string | undefined;
}

/** What the looks of one preflight have in common. */
export interface LookContext {
  readonly catalog: ToolCatalog;
  readonly selection: SubjectSelection;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Why names without a tool are in quarantine; asked only if there are such names. */
  readonly quarantineOf: (name: string) => string | undefined;
}

/** Reads what there is at one moment; what it says of the tool, which takes longer to find out, is asked for later. */
export function lookAtTool(entry: LockEntry, context: LookContext): () => ToolLook {
  const { catalog, selection, now } = context;
  if (catalog.get(entry.name) === undefined) {
    const look = lookAtName(entry, context);
    return () => look;
  }
  if (!isInToolset(entry.name, selection)) {
    const verdict = { status: 'missing', reason: 'The toolset has no such tool.' } as const;
    return () => ({ entry, isThere: true, verdict, replacement: undefined });
  }
  const registration = findRegistration(catalog, selection, entry);
  const found = registration && toFound(catalog, registration, selection);
  return () => toLook({ entry, registration, found, now });
}

/** A tool of a lock, and the version that there is of it. */
interface Seen extends Pick<LookContext, 'now'> {
  readonly entry: LockEntry;
  readonly registration: ToolRegistration | undefined;
  readonly found: FoundTool | undefined;
}

function toLook({ entry, registration, found, now }: Seen): ToolLook {
  const known = { entry, isThere: true, replacement: undefined };
  if (registration === undefined || found === undefined) {
    const reason = 'The catalogue has the tool, but not in the version that is asked for.';
    return { ...known, verdict: { status: 'missing', reason } };
  }
  const [status, { deprecation }] = [statusOf(registration, now), registration];
  switch (status) {
    case 'quarantined':
      return { ...known, verdict: inQuarantine(registration.quarantine?.reason ?? '') };
    case 'disabled':
      return { ...known, verdict: { status, reason: 'It is disabled.' } };
    case 'draft':
      return { ...known, verdict: { status: 'missing', reason: 'It is not published yet.' } };
    case 'sunset': {
      const reason = `It is gone since ${deprecation?.sunset}.`;
      return { ...known, verdict: { status: 'disabled', reason }, replacement: deprecation?.replacement };
    }
    case 'active':
    case 'deprecated':
      return { ...known, verdict: compare(entry, registration, found) };
  }
}

/** A name can be in quarantine without a tool. */
function lookAtName(entry: LockEntry, { quarantineOf }: LookContext): ToolLook {
  const quarantine = quarantineOf(entry.name);
  return {
    entry,
    isThere: quarantine !== undefined,
    verdict:
      quarantine === undefined
        ? { status: 'missing', reason: 'The catalogue has no such tool.' }
        : inQuarantine(quarantine),
    replacement: undefined,
  };
}

function inQuarantine(reason: string): ToolLook['verdict'] {
  return { status: 'quarantined', reason: `It is in quarantine: ${cutText(reason)}` };
}

function compare(entry: LockEntry, { deprecation }: ToolRegistration, found: FoundTool): ToolLook['verdict'] {
  const compared = compareEntry(entry, found);
  const { name: _name, locked: _locked, status, ...rest } = compared;
  if (status === 'changed') return { ...rest, status, reason: describeChange(compared) };
  return { ...rest, status: 'ready', ...(deprecation && { reason: describeDeprecation(deprecation) }) };
}

function describeChange(compared: EntryComparison): string {
  const { source, differences, parts = [] } = compared.status === 'changed' ? compared : {};
  if (parts.length === 0) return 'It comes from another source than the one that was locked.';
  const places = differences?.map(({ field, pointer }) => (field === 'authority' ? toField(pointer) : field));
  const fields = [...new Set(places)].join(', ');
  const place = fields === '' ? '' : `: it differs in ${fields}`;
  const origin = source === undefined ? '' : ', and it comes from another source';
  return `${describeParts(parts)} not what was locked${place}${origin}.`;
}

function describeParts(parts: readonly LockedPart[]): string {
  if (parts.length > 1) return 'What a model reads of it, and what a call of it may do, are';
  return parts[0] === 'authority' ? 'What a call of it may do is' : 'What a model reads of it is';
}

/** The field of an authority that a pointer is about. */
function toField(pointer: string): string {
  return pointer.split('/', 3).slice(1).join('.');
}

function describeDeprecation({ message, sunset }: Deprecation): string {
  const date = sunset === undefined ? '' : `, and will be gone on ${sunset}`;
  return `It is deprecated${date}: ${cutText(message)}`;
}
