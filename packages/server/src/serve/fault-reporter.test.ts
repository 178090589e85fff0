import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { AuditDraft } from '../audit/audit-entry.ts';
import { Metrics } from '../operations/metrics.ts';
import { silentLog } from '../operations/silent-log.ts';
import type { Service } from '../service/service.ts';
import { FaultReporter } from './fault-reporter.ts';

function open({ isAttached = true } = {}) {
  const lines: { message: string; error: unknown; facts: unknown }[] = [];
  const entries: AuditDraft[] = [];
  const exits: number[] = [];
  const clock = createFakeClock();
  const log = {
    ...silentLog,
    error: (message: string, error: unknown, facts?: unknown) => void lines.push({ message, error, facts }),
  };
  const metrics = new Metrics();
  const append = async (draft: AuditDraft) => {
    if (draft.subject === 'unwritable') throw new Error('full');
    entries.push(draft);
  };
  const reporter = new FaultReporter({ log, clock, exit: (code) => void exits.push(code) });
  if (isAttached) reporter.attach({ metrics, audit: { append } as Service['audit'] });
  const counted = async () => {
    const { text } = await metrics.render();
    return text.split('\n').filter((line) => /^toolcrib_(unhandled|tool_threads)/.test(line));
  };
  return { reporter, lines, entries, exits, clock, counted };
}

const callOf = (invocationId: string, toolName = 'echo') => ({
  ...{ toolName, invocationId, turnId: undefined },
  caller: { id: 'key:ada', tenant: 'acme' },
});

describe('FaultReporter', () => {
  it('tells of the first error of each call, and counts all', async () => {
    const { reporter, lines, entries, exits, counted } = open();
    const error = new Error('secret');

    for (const id of ['one', 'one', 'two'])
      reporter.onUnhandled({ kind: 'rejection', error, call: callOf(id) });
    reporter.onUnhandled({ kind: 'exception', error, call: callOf('two'), count: 5 });

    expect(lines.map(({ facts }) => facts)).toMatchObject([
      { toolName: 'echo', invocationId: 'one', tenant: 'acme', kind: 'rejection' },
      { invocationId: 'two' },
    ]);
    expect(entries).toMatchObject([
      {
        tenant: 'acme',
        action: 'tool-error-unhandled',
        subject: 'echo',
        invocationId: 'one',
        actor: 'key:ada',
      },
      { invocationId: 'two' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(await counted()).toEqual([
      'toolcrib_unhandled_errors_total{tenant="acme",tool="echo",kind="rejection"} 3',
      'toolcrib_unhandled_errors_total{tenant="acme",tool="echo",kind="exception"} 5',
    ]);
    expect(exits).toEqual([]);
  });

  it('tells of errors of unknown origin once a second', async () => {
    const { reporter, lines, entries, clock, counted, exits } = open();
    const tell = () => reporter.onUnhandled({ kind: 'exception', error: new Error(), call: undefined });

    tell();
    tell();
    await clock.advance(1_000);
    tell();

    expect(lines).toHaveLength(2);
    expect(entries).toEqual([]);
    expect(exits).toEqual([]);
    expect(await counted()).toEqual([
      'toolcrib_unhandled_errors_total{tenant="",tool="",kind="exception"} 3',
    ]);
  });

  it('ends the process if the data cannot be relied on, unless it is a tool that says so', () => {
    const { reporter, exits } = open();
    const error = new ToolcribError('E_STORE_CORRUPT', 'A row is broken.');

    reporter.onUnhandled({ kind: 'rejection', error, call: callOf('one') });
    reporter.onUnhandled({ kind: 'rejection', error, call: undefined, isOfThread: true });
    expect(exits).toEqual([]);
    reporter.onUnhandled({ kind: 'rejection', error, call: undefined });

    expect(exits).toEqual([1]);
  });

  it('only logs before there is a service, and says if the audit log cannot be written', async () => {
    const early = open({ isAttached: false });
    early.reporter.onUnhandled({ kind: 'rejection', error: 1, call: callOf('one') });
    early.reporter.onThreadEnd({ reason: 'load', call: undefined, error: 2 });
    expect(early.lines.map(({ error }) => error)).toEqual([1, 2]);

    const { reporter, lines } = open();
    reporter.onUnhandled({ kind: 'rejection', error: 3, call: callOf('one', 'unwritable') });
    await expect.poll(() => lines.map(({ message }) => message)).toHaveLength(2);
    expect(lines[1]?.message).toContain('audit log');
  });

  it('counts threads that ended, by tool and reason', async () => {
    const { reporter, counted } = open();

    reporter.onThreadEnd({ reason: 'deadline', call: callOf('one'), error: new Error() });
    reporter.onThreadEnd({ reason: 'changed', call: undefined, error: new Error() });

    expect(await counted()).toEqual([
      'toolcrib_tool_threads_ended_total{tool="echo",reason="deadline"} 1',
      'toolcrib_tool_threads_ended_total{tool="",reason="changed"} 1',
    ]);
  });
});
