import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failed, record } from '../../../../../test/call-record.ts';
import { weather } from '../../../../../test/weather.ts';
import { renderForLog } from './render-for-log.ts';

const secret = 'hunter2';

describe('renderForLog', () => {
  it('tells who, what, when and how it ended', () => {
    const rendering = renderForLog(
      record({
        ...failed({ code: 'E_CALL_DENIED' }),
        status: 'denied',
        tool: weather({ version: '1.2.0' }),
        caller: { id: 'ada', tenant: 'acme', scopes: ['a'] },
        providerCallId: 'toolu_1',
        replayOf: 'call-0',
        gates: [{ name: 'approval', status: 'rejected', approver: 'grace', reason: 'too expensive' }],
        timings: {
          acceptedAt: 1_700_000_000_000.5,
          endedAt: 1_700_000_000_015,
          waitedMs: 3.00049,
          ranMs: 0.1 + 0.2,
        },
      }),
    );

    expect(rendering).toEqual({
      invocationId: 'call-1',
      toolName: 'weather',
      toolVersion: '1.2.0',
      tenant: 'acme',
      callerId: 'ada',
      providerCallId: 'toolu_1',
      status: 'denied',
      sideEffect: 'none',
      code: 'E_CALL_DENIED',
      isTrusted: false,
      isRecorded: false,
      replayOf: 'call-0',
      gates: [{ name: 'approval', status: 'rejected', approver: 'grace', reason: 'too expensive' }],
      acceptedAt: '2023-11-14T22:13:20.000Z',
      endedAt: '2023-11-14T22:13:20.015Z',
      waitedMs: 3,
      ranMs: 0.3,
    });
  });

  it('leaves out what is not there, and names the default tenant', () => {
    const rendering = renderForLog(record({ tool: undefined }));

    expect(Object.values(rendering)).not.toContain(undefined);
    expect(rendering).toMatchObject({ tenant: 'default', resultKind: 'text' });
  });

  it('keeps every text on one short line, whatever a model or a person wrote', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constant('a\nb\r\u2028\u001b[2J\u009b\u202e'),
    );

    fc.assert(
      fc.property(text, (hostile) => {
        const rendering = renderForLog(
          record({
            toolName: hostile,
            providerCallId: hostile,
            caller: { id: hostile, tenant: hostile },
            gates: [{ name: hostile, status: 'approved', approver: hostile, reason: hostile }],
          }),
        );
        const { toolName, providerCallId, callerId, tenant, gates } = rendering;
        const gate = gates[0];

        for (const line of [
          toolName,
          providerCallId,
          callerId,
          tenant,
          gate?.name,
          gate?.approver,
          gate?.reason,
        ]) {
          expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        }
        expect(toolName.replace(/\\u\{\w+\}/g, '?').length).toBeLessThanOrEqual(81);
      }),
    );
  });
});

describe('a record that is printed', () => {
  it.each([
    ['that ended well', { result: { kind: 'text', text: secret } as const }],
    ['that failed', { ...failed({ message: `The password is ${secret}` }) }],
  ])('shows no argument, result or cause of a call %s', (_, fields) => {
    const details = {
      args: { city: secret },
      cause: new Error(secret),
      resultIssues: [{ path: [], message: secret }],
    };
    const printed = record({ ...fields, details });

    for (const text of [
      JSON.stringify(printed),
      String(printed),
      inspect(printed, { depth: 9, showHidden: true, getters: false }),
      inspect({ printed }),
      JSON.stringify({ ...printed }),
      JSON.stringify(structuredClone({ ...printed })),
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(JSON.parse(JSON.stringify(printed))).toEqual(renderForLog(printed));
  });
});
