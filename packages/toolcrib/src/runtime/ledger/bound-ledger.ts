import { ToolcribError } from '../../core/errors.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from './ledger.ts';

/** A ledger that answers in time or fails: a database that hangs must not hang the calls. */
export function boundLedger(
  ledger: Ledger,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Ledger {
  const bound = <Value>(answer: Awaitable<Value>): Awaitable<Value> =>
    answer instanceof Promise ? waitFor(answer, { clock, timeoutMs }) : answer;
  return Object.freeze({
    isDurable: ledger.isDurable,
    insert: (entry) => bound(ledger.insert(entry)),
    replace: (entry) => bound(ledger.replace(entry)),
    get: (invocationId) => bound(ledger.get(invocationId)),
    find: (query) => bound(ledger.find(query)),
    findSummaries: (query) => bound(ledger.findSummaries(query)),
    prune: (endedBefore, limit) => bound(ledger.prune(endedBefore, limit)),
  } satisfies Ledger);
}

function waitFor<Value>(
  answer: Promise<Value>,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const message = `The ledger did not answer within ${timeoutMs} ms.`;
    const timer = clock.setTimer(() => reject(new ToolcribError('E_LEDGER_FAILED', message)), timeoutMs);
    answer.finally(() => clock.clearTimer(timer)).then(resolve, reject);
  });
}
