import type { Ledger, LedgerEntry } from '../../packages/toolcrib/src/runtime/index.ts';

const states = [
  ...['waiting', 'running', 'unknown', 'ok', 'invalid_args', 'unknown_tool'],
  ...['denied', 'timed_out', 'aborted', 'failed', 'invalid_result'],
] as LedgerEntry['state'][];

const PAGE = 1_000;

/** Every entry of a ledger. Rejects if one of them cannot be read. */
export async function allEntries(ledger: Ledger): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.invocationId;
    const page = await ledger.find({ states, after, limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return entries;
  }
}
