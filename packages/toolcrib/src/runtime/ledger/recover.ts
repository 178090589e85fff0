import type { ToolResolver } from '../../core/tool-resolver.ts';
import type { Awaitable } from '../awaitable.ts';
import type { CallRecord } from '../call-record.ts';
import type { RuntimeParts } from '../parts.ts';
import { type CallGuard, combineGuards } from '../policy/call-guard.ts';
import { nextEntry } from './entries.ts';
import { findInSteps } from './find-in-steps.ts';
import { interrupt } from './interrupt.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { replaceEntry } from './write-entry.ts';

/** What was found of processes that died, by invocation id. */
export interface RecoveryReport {
  /** Calls that may have changed something; nobody knows. They are not run again. */
  readonly unknown: readonly string[];
  /** Calls that ended as `failed` without an effect, because they change nothing or never had any. */
  readonly failed: readonly string[];
  /** Calls whose tool found out that they had taken effect. */
  readonly verified: readonly string[];
  /** Calls at a gate, which go on here once it is settled. */
  readonly waiting: readonly string[];
}

/** What a call is gone on with: as for `runtime.withTools()`. */
export interface RecoveryTools {
  readonly resolver: ToolResolver;
  readonly guard?: CallGuard | undefined;
}

/** A call of another process, which goes on here. */
export interface ResumedCall {
  /** As it was when this process took it over. */
  readonly entry: LedgerEntry;
  /** Resolves with the record. Rejects if the call could not be continued; the next recovery tries it again. */
  readonly ended: Promise<CallRecord>;
  /** Aborts the call, as the signal of a call that was begun here would. */
  abort(reason?: unknown): void;
}

/** Options of `runtime.recover()`. */
export interface RecoverOptions {
  /**
   * The tools that a call was made with, where a runtime has others than its own, made by `withTools()`. A call at a gate
   * that it knows none for is left to other processes, until the time of the gate is over. What it throws counts as that,
   * and goes to `onFault`.
   *
   * @default those of the runtime, for every call
   */
  readonly toolsOf?: ((entry: LedgerEntry) => Awaitable<RecoveryTools | undefined>) | undefined;
  /** Told of each call that goes on here, before it does. What it throws goes to `onFault`. @default nothing */
  readonly onResumed?: ((call: ResumedCall) => void) | undefined;
}

/** How a call that waits at a gate is continued. */
export type Resume = (parts: RuntimeParts, entry: LedgerEntry) => void;

const PAGE = 200;

/** How long another process has to go on with a call after its gate was settled, in milliseconds. */
const TAKE_OVER_AFTER_MS = 10_000;

/** Looks through the ledger for calls that nobody runs any more, and brings each to where it can be left. */
export async function recover(
  parts: RuntimeParts,
  options: RecoverOptions,
  resume: Resume,
): Promise<RecoveryReport> {
  const report = { unknown: [], failed: [], verified: [], waiting: [] } as {
    [Key in keyof RecoveryReport]: string[];
  };
  for await (const entry of findEntries(parts)) {
    const { invocationId } = entry;
    if (!parts.door.isOpen) break;
    if (parts.live.has(invocationId)) continue;
    if (entry.state === 'waiting') {
      const found = await findParts(parts, options, entry);
      const own = found !== undefined || isOver(parts, entry) ? await takeOver(parts, entry) : undefined;
      // Nobody waits for what a runtime that was closed meanwhile goes on with.
      if (own === undefined || parts.live.has(invocationId) || !parts.door.isOpen) continue;
      report.waiting.push(invocationId);
      resume(found ?? parts, own);
    } else if (isLost(parts, entry)) {
      const found = (await findParts(parts, options, entry)) ?? parts;
      if (!parts.door.isOpen) break;
      const outcome = await interruptSafely(found, entry);
      if (outcome !== undefined) report[outcome].push(invocationId);
    }
  }
  return report;
}

/** The parts with the tools of a call; undefined if nobody knows them here. */
async function findParts(
  parts: RuntimeParts,
  { toolsOf }: RecoverOptions,
  entry: LedgerEntry,
): Promise<RuntimeParts | undefined> {
  if (toolsOf === undefined) return parts;
  try {
    const tools = await toolsOf(entry);
    return tools && { ...parts, resolver: tools.resolver, guard: combineGuards(parts.guard, tools.guard) };
  } catch (error) {
    parts.onFault(error);
    return undefined;
  }
}

/** Nobody else can be waited for any more: the gate has had its time, and whoever has the tool some more. */
function isOver({ clock }: RuntimeParts, { gates }: LedgerEntry): boolean {
  return clock.now() >= (gates.at(-1)?.expiresAt ?? 0) + TAKE_OVER_AFTER_MS;
}

/** A call that cannot be dealt with now is left as it is; the others are not. */
async function interruptSafely(parts: RuntimeParts, entry: LedgerEntry): ReturnType<typeof interrupt> {
  try {
    return await interrupt(parts, entry);
  } catch (error) {
    parts.onFault(error);
    return undefined;
  }
}

/** Calls that have not ended. Those of this process are not read, however much they hold. */
async function* findEntries({ ledger, live }: RuntimeParts): AsyncGenerator<LedgerEntry> {
  const states = ['running', 'waiting', 'unknown'] as const;
  const steps = findInSteps(
    ledger,
    { states },
    {
      maxEntries: PAGE,
      isNeeded: ({ invocationId }) => !live.has(invocationId),
    },
  );
  for await (const { entries } of steps) yield* entries;
}

/** Nobody can be running it any more: its process bore our name, or has had more time than any call takes. */
function isLost({ owner, clock }: RuntimeParts, entry: LedgerEntry): boolean {
  return entry.owner === owner || (entry.leaseUntil ?? 0) < clock.now();
}

/** The entry, as ours; undefined while its own process may still go on with it. */
async function takeOver(parts: RuntimeParts, entry: LedgerEntry): Promise<LedgerEntry | undefined> {
  const { owner, clock, ledger } = parts;
  if (entry.owner === owner) {
    // It may have gone on, and ended, since it was found.
    const current = await ledger.get(entry.invocationId);
    return current?.revision === entry.revision ? current : undefined;
  }
  const gate = entry.gates.at(-1);
  const dueAt = (gate?.settlement?.at ?? gate?.expiresAt ?? 0) + TAKE_OVER_AFTER_MS;
  if (clock.now() < dueAt) return undefined;
  const own = nextEntry(entry, { owner });
  return (await replaceEntry(parts, own)) ? own : undefined;
}
