import {
  type CallDetails,
  CallRecord,
  type CallRecordFields,
  type CallTimings,
} from '../packages/toolcrib/src/runtime/call-record.ts';
import { redactCredentials } from '../packages/toolcrib/src/runtime/render/redact-credentials.ts';
import { weather } from './weather.ts';

/** The fields of a record, or what it gives back of them in groups. */
export type RecordOverrides = Partial<CallRecordFields> & {
  readonly timings?: CallTimings;
  readonly details?: CallDetails;
};

/** The record of a call of the tool `weather` that ended well, with other fields where a test says so. */
export function record({ timings, details, ...overrides }: RecordOverrides = {}): CallRecord {
  return new CallRecord({
    invocationId: 'call-1',
    toolName: 'weather',
    tool: weather(),
    caller: { id: 'ada' },
    providerCallId: undefined,
    turnId: undefined,
    status: 'ok',
    sideEffect: 'none',
    acceptedAt: 0,
    endedAt: 15,
    waitedMs: 3,
    ranMs: 12,
    problem: undefined,
    gates: [],
    result: { kind: 'text', text: 'sunny' },
    isTrusted: false,
    isRedacted: true,
    redact: redactCredentials,
    isRecorded: false,
    hasEnded: true,
    replayOf: undefined,
    args: { city: 'Vienna' },
    usage: undefined,
    cause: undefined,
    resultIssues: [],
    ...timings,
    ...details,
    ...overrides,
  });
}

/** The fields of a record of a call that ended with a problem. */
export function failed(
  overrides: Partial<CallRecordFields['problem'] & object> = {},
): Partial<CallRecordFields> {
  const problem = {
    code: 'E_TOOL_FAILED',
    message: 'Tool "weather" failed.',
    retryable: false,
    issues: [],
  } as const;
  return { status: 'failed', result: undefined, problem: { ...problem, ...overrides } };
}
