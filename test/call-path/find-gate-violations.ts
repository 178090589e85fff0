import { type CallEvent, isEnded, type LedgerEntry } from '../../packages/toolcrib/src/runtime/index.ts';

/** An event, and the runtime that told it. */
export interface ToldEvent {
  readonly runtime: string;
  readonly event: CallEvent;
}

interface SeenGates {
  /** What the ledger has of the call when nothing more is to come. */
  readonly entry: LedgerEntry | undefined;
  /** The events of the call, in order. */
  readonly told: readonly ToldEvent[];
  /** Whether the caller was told an end: otherwise the call may have gone on in another runtime. */
  readonly hasEnded: boolean;
}

/** In what the events of a call differ from what its entry says of its gates. */
export function findGateViolations({ entry, told, hasEnded }: SeenGates): readonly string[] {
  const endAt = told.findIndex(({ event }) => event.type === 'tool-call-end');
  // The end of a call is not told if the ledger took it and never said so; nothing is told of its gates then.
  const isTold = endAt !== -1 || (entry !== undefined && !isEnded(entry.state));
  return (entry?.gates ?? []).flatMap(({ gateId, settlement }) => {
    const events = told.flatMap(({ runtime, event }, index) =>
      event.type === 'gate-settled' && event.gateId === gateId ? [{ runtime, event, index }] : [],
    );
    const runtimes = new Set(events.map(({ runtime }) => runtime));
    const [first] = events;
    // A handler that does not wait for its gate can end before the gate is closed.
    const isLate = settlement?.status === 'aborted';
    const checks: readonly (readonly [boolean, string])[] = [
      [
        settlement === null || events.length > 0 || !isTold,
        `its gate was ${settlement?.status} by ${settlement?.approver}, and no event says so`,
      ],
      [runtimes.size === events.length, `one runtime told ${events.length} times of its gate`],
      [events.length <= 1 || !hasEnded, `${events.length} events say that its gate was settled`],
      [
        events.every(
          ({ event }) =>
            event.status === settlement?.status && (event.approver ?? null) === settlement.approver,
        ),
        `an event says ${first?.event.status} by ${first?.event.approver}, and its gate was ${settlement?.status} by ${settlement?.approver}`,
      ],
      [
        first === undefined || endAt === -1 || first.index < endAt || isLate,
        'its end was told before its gate was',
      ],
    ];
    return checks.flatMap(([holds, violation]) => (holds ? [] : [violation]));
  });
}
