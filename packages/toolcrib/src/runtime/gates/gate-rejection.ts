import { ToolcribError } from '../../core/errors.ts';
import type { GateSettlement } from './gate-entry.ts';

/** What `ctx.waitFor` rejects with when the answer is not yes. A handler may catch it and go on. */
export class GateRejection extends ToolcribError {
  readonly settlement: GateSettlement;

  constructor(gateName: string, settlement: GateSettlement) {
    super(codes[settlement.status], `Gate "${gateName}" was ${words[settlement.status]}.`);
    this.settlement = settlement;
  }

  override get name(): string {
    return 'GateRejection';
  }
}

const codes = {
  approved: 'E_CALL_DENIED',
  rejected: 'E_CALL_DENIED',
  timed_out: 'E_CALL_TIMED_OUT',
  aborted: 'E_CALL_ABORTED',
} as const;

const words = {
  approved: 'approved',
  rejected: 'rejected',
  timed_out: 'not answered in time',
  aborted: 'aborted',
} as const;
