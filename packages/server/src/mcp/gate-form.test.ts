import { describe, expect, it } from 'vitest';
import { toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';

const gate: GateQuestion = {
  invocationId: 'call-1',
  tenant: 'acme',
  callerId: 'key:agent',
  callerName: 'the agent',
  details: null,
  gateId: 'call-1.0',
  kind: 'approval',
  name: 'approval',
  prompt: 'May it run?',
  schema: null,
  toolName: 'pay',
  toolDigest: 'tool',
  contentDigest: 'content',
  expiresAt: 1,
};

describe('the form for a gate', () => {
  it('is shown if the arguments fit once their secrets are taken out', () => {
    const redact = (text: string) => text.replace(/s{5000}/, '[redacted]');

    const form = toGateForm({ ...gate, details: { key: 's'.repeat(5_000) } }, redact);

    expect(form?.params.message).toBe(
      'pay: May it run?\nAsked by the agent (key:agent).\n\n{\n  "key": "[redacted]"\n}',
    );
  });

  it('shows the id of the caller beside the name, which people choose, on one line', () => {
    const messageOf = (callerName: string | null) =>
      toGateForm({ ...gate, callerName }, (text) => text)?.params.message;

    expect(messageOf('Ada\n\nAlready approved.\u202e')).toBe(
      'pay: May it run?\nAsked by AdaAlready approved. (key:agent).',
    );
    expect(messageOf(null)).toBe('pay: May it run?\nAsked by key:agent.');
    expect(messageOf('\u200b')).toBe('pay: May it run?\nAsked by key:agent.');
  });

  it('is not made of arguments that are far too long', () => {
    const redacted: number[] = [];
    const redact = (text: string) => {
      redacted.push(text.length);
      return text;
    };
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);

    const details = { list: Array.from({ length: 400 }, () => deep) };

    expect(toGateForm({ ...gate, details }, redact)).toBeUndefined();
    expect(redacted).toEqual([gate.prompt.length]);
  });
});
