import type { CallRecord } from '../call-record.ts';
import type { SideEffect } from '../call-status.ts';
import { toVisibleLine } from './visible-text.ts';

/** What happened to a call, in one line for people, such as `weather ran in 12 ms`. */
export function summariseCall(record: CallRecord): string {
  return summariseStatus(record) + (record.isOk ? '' : effectNotes[record.sideEffect]);
}

const effectNotes: Readonly<Record<SideEffect, string>> = {
  none: '',
  done: '; it took effect',
  unknown: '; whether it took effect is not known',
};

function summariseStatus(record: CallRecord): string {
  const name = toVisibleLine(record.toolName);
  const { problem, timings, replayOf } = record;
  const ran = `${Math.round(timings.ranMs)} ms`;
  switch (record.status) {
    case 'ok':
      return replayOf === undefined
        ? `${name} ran in ${ran}`
        : `${name} was not run again; this is the result of ${replayOf}`;
    case 'invalid_args':
      return `${name} was not run: its arguments are invalid`;
    case 'unknown_tool':
      return `there is no tool "${name}"`;
    case 'denied':
      return summariseDenial(record);
    case 'timed_out': {
      const gate = record.gates.find(({ status }) => status === 'timed_out');
      return gate === undefined
        ? `${name} did not finish in time, after ${ran}`
        : `nobody answered "${gate.name}" in time`;
    }
    case 'aborted':
      return `${name} was aborted after ${ran}`;
    case 'invalid_result':
      return `${name} gave an invalid result after ${ran}`;
    case 'failed':
      return `${name} failed after ${ran}: ${problem?.message ?? ''}`;
  }
}

function summariseDenial({ gates, problem }: CallRecord): string {
  const gate = gates.find(({ status }) => status === 'rejected');
  if (gate === undefined) return `denied: ${problem?.message ?? ''}`;
  const who = gate.approverName ?? gate.approver;
  const by = who === undefined ? '' : ` by ${who}`;
  return `denied${by}${gate.reason === undefined ? '' : `: ${gate.reason}`}`;
}
