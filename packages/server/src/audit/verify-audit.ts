import { requireKnownOptions } from 'toolcrib';
import type { AuditHead } from '../store/service-store.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditProblem, AuditReport } from './audit-report.ts';
import { canonicalJson } from './canonical-json.ts';
import { AUDIT_START, hashEntry } from './hash-entry.ts';

/** What {@link verifyAudit} may know besides the export. */
export interface VerifyAuditOptions {
  /** The entry before the first of the export, for a part of a log. @default the start of the log */
  readonly from?: AuditHead | undefined;
  /** An entry that the export must have: without it nobody can tell that its end was cut off. @default none */
  readonly expectedHead?: AuditHead | undefined;
  /** Whose log it must be. @default that of the first entry */
  readonly tenant?: string | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof VerifyAuditOptions>([
  'from',
  'expectedHead',
  'tenant',
]);

/** What is wrong with an entry; the place is known where it is used. */
type Finding = Pick<AuditProblem, 'kind' | 'message'>;

interface Place {
  readonly head: AuditHead;
  readonly tenant: string | undefined;
  readonly expectedHead: AuditHead | undefined;
}

const unreadable: Finding = { kind: 'unreadable', message: 'The line is no entry in canonical JSON.' };

/**
 * Checks an export of an audit log, line by line, without the service: that every entry is as it was written, that none is
 * missing, and that none was put in. It stops at the first that is wrong. It proves that the entries belong together, not
 * who wrote them: whoever can write a whole log anew can make one that is intact, but with another head.
 */
export async function verifyAudit(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyAuditOptions = {},
): Promise<AuditReport> {
  requireKnownOptions(options, optionNames);
  const { from = AUDIT_START, expectedHead, tenant: wanted } = options;
  let place: Place = { head: from, tenant: wanted, expectedHead };
  let line = 0;
  let finding: Finding | undefined;
  let isAtEnd = false;
  for await (const text of lines) {
    line += 1;
    // A file may end with the end of a line; then there is one more, which is empty.
    const entry = isAtEnd ? undefined : readEntry(text);
    isAtEnd = text === '';
    if (isAtEnd) continue;
    finding = entry === undefined ? unreadable : findProblem(entry, place);
    if (finding !== undefined || entry === undefined) break;
    place = { ...place, head: { sequence: entry.sequence, hash: entry.hash }, tenant: entry.tenant };
  }
  finding ??= findMissingEnd(place);
  const { head, tenant } = place;
  const problem = finding && { ...finding, line: Math.max(line, 1), sequence: head.sequence + 1 };
  const count = head.sequence - from.sequence;
  return { isIntact: problem === undefined, tenant, count, head, problem };
}

/** Only the canonical text counts: two programs that read it cannot see different things in it. */
function readEntry(text: string): AuditEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || canonicalJson(value) !== text) return undefined;
    // What matters of its fields is compared with what they must be.
    return value as AuditEntry;
  } catch {
    return undefined;
  }
}

function findProblem(entry: AuditEntry, { head, tenant, expectedHead }: Place): Finding | undefined {
  const { hash, ...fields } = entry;
  if (typeof entry.tenant !== 'string' || hash !== hashEntry(fields)) {
    return { kind: 'changed', message: 'The hash of the entry is not that of its content.' };
  }
  if (tenant !== undefined && entry.tenant !== tenant) {
    return { kind: 'other-tenant', message: `The entry is not of the log of ${JSON.stringify(tenant)}.` };
  }
  if (entry.sequence !== head.sequence + 1) {
    return { kind: 'out-of-order', message: `Entry ${head.sequence + 1} is missing.` };
  }
  if (entry.previous !== head.hash) {
    return { kind: 'out-of-order', message: 'The entry does not follow the one before it.' };
  }
  const isOther = entry.sequence === expectedHead?.sequence && hash !== expectedHead.hash;
  return isOther ? { kind: 'changed', message: 'The entry is not the one that was expected.' } : undefined;
}

function findMissingEnd({ head, expectedHead }: Place): Finding | undefined {
  if (expectedHead === undefined || head.sequence >= expectedHead.sequence) return undefined;
  return { kind: 'cut-off', message: `Entries up to ${expectedHead.sequence} are missing.` };
}
