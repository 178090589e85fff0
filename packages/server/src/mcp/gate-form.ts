import {
  type ElicitRequestFormParams,
  type InputResponseView,
  isSpecType,
} from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from 'toolcrib';
import type { GateDecision, Redactor } from 'toolcrib/runtime';
import { toShownText } from '../auth/name-of-person.ts';
import type { GateQuestion } from './gate-question.ts';

/** A gate as a form that the user of an MCP client fills in. */
export interface GateForm {
  readonly params: ElicitRequestFormParams;
  /** What was decided; undefined if nothing was, or it cannot be read. The gate itself checks the value. */
  read(answer: InputResponseView): Omit<GateDecision, 'approver'> | undefined;
}

const MAX_DETAILS = 2_000;
/** On one line and with their secrets, which may be long. More is not written on lines of its own: deep values become 100 times as long. */
const MAX_PLAIN_DETAILS = 32_768;
const MAX_REASON = 512;
const ANSWER = 'answer';

const yesOrNo: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    approve: { type: 'boolean', title: 'Approve', description: 'Whether the call may go on.' },
    reason: { type: 'string', title: 'Reason', maxLength: MAX_REASON },
  },
  required: ['approve'],
};

/** The form for a gate; undefined if what it asks, or its answer, is more than the flat forms of MCP can hold. */
export function toGateForm(gate: GateQuestion, redact: Redactor): GateForm | undefined {
  const message = describeGate(gate, redact);
  if (message === undefined) return undefined;
  if (gate.schema === null) return toForm({ message, requestedSchema: yesOrNo }, readYesOrNo);
  const isObject = gate.schema.type === 'object';
  const requestedSchema = isObject
    ? toFormSchema(gate.schema)
    : { type: 'object', properties: { [ANSWER]: gate.schema }, required: [ANSWER] };
  // The client sends JSON, and the gate checks it against its own schema.
  return toForm({ message, requestedSchema }, (content) => {
    const value = (isObject ? content : content[ANSWER]) as JsonValue | undefined;
    return value === undefined ? undefined : { decision: 'approve', value };
  });
}

function toForm(
  params: { readonly message: string; readonly requestedSchema: unknown },
  readContent: (content: Readonly<Record<string, unknown>>) => Omit<GateDecision, 'approver'> | undefined,
): GateForm | undefined {
  const form: unknown = { mode: 'form', ...params };
  if (!isSpecType.ElicitRequestFormParams(form)) return undefined;
  return {
    params: form,
    read: (answer) => {
      if (answer.kind !== 'elicit') return undefined;
      if (answer.action === 'decline') return { decision: 'reject' };
      // Who closes the form has decided nothing.
      return answer.action === 'accept' && answer.content !== undefined
        ? readContent(answer.content)
        : undefined;
    },
  };
}

function readYesOrNo({ approve, reason }: Readonly<Record<string, unknown>>) {
  if (typeof approve !== 'boolean') return undefined;
  const told = typeof reason === 'string' && reason !== '' ? { reason: reason.slice(0, MAX_REASON) } : {};
  return { decision: approve ? 'approve' : 'reject', ...told } as const;
}

/** What a form has no room for at its root is left to the gate, which checks the answer by all of its schema. */
function toFormSchema({ properties, required }: JsonObject): unknown {
  return { type: 'object', properties: properties ?? {}, ...(required === undefined ? {} : { required }) };
}

/** Nobody is to approve what they were shown a part of. */
function describeGate(gate: GateQuestion, redact: Redactor): string | undefined {
  const { toolName, prompt, details } = gate;
  const question = `${toolName}: ${redact(prompt)}\nAsked by ${describeCaller(gate)}.`;
  if (details === null) return question;
  if (JSON.stringify(details).length > MAX_PLAIN_DETAILS) return undefined;
  const text = redact(JSON.stringify(details, undefined, 2));
  return text.length > MAX_DETAILS ? undefined : `${question}\n\n${text}`;
}

/** The name with the id that it belongs to: names are chosen by people, ids are not. */
function describeCaller({ callerId, callerName }: GateQuestion): string {
  const name = toShownText(callerName ?? '');
  return name === '' || name === callerId ? callerId : `${name} (${callerId})`;
}
