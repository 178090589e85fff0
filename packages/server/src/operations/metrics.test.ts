import { register } from 'prom-client';
import type { CallEvent } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const base = {
  invocationId: 'call-1',
  toolName: 'echo',
  tenant: 'acme',
  callerId: 'key:ada',
  turnId: undefined,
  at: 0,
} as const;

function ended(fields: Partial<Extract<CallEvent, { type: 'tool-call-end' }>> = {}): CallEvent {
  return {
    ...base,
    type: 'tool-call-end',
    status: 'ok',
    sideEffect: 'none',
    code: undefined,
    waitedMs: 0,
    ranMs: 20,
    isRecorded: true,
    replayOf: undefined,
    ...fields,
  };
}

async function linesOf(metrics: Metrics): Promise<readonly string[]> {
  const { text } = await metrics.render();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('Metrics', () => {
  it('counts requests by operation and status, with how long they took', async () => {
    const metrics = new Metrics();

    metrics.countRequest({ route: 'getTool', status: 200, durationMs: 3 });
    metrics.countRequest({ route: 'getTool', status: 200, durationMs: 30 });
    metrics.countRequest({ route: 'none', status: 404, durationMs: 1 });

    const lines = await linesOf(metrics);
    expect(lines).toContain('toolcrib_http_requests_total{route="getTool",status="200"} 2');
    expect(lines).toContain('toolcrib_http_requests_total{route="none",status="404"} 1');
    expect(lines).toContain('toolcrib_http_request_duration_seconds_bucket{le="0.005",route="getTool"} 1');
    expect(lines).toContain('toolcrib_http_request_duration_seconds_sum{route="getTool"} 0.033');
  });

  it('counts how calls and gates ended', async () => {
    const metrics = new Metrics();

    metrics.countCall({ ...base, type: 'tool-call-start' });
    metrics.countCall(ended());
    metrics.countCall(ended({ status: 'denied', code: 'E_CALL_DENIED' }));
    metrics.countCall(ended({ replayOf: 'call-0' }));
    metrics.countCall({ ...base, type: 'gate-open', gateId: 'g', gateName: 'approval', expiresAt: 1 });
    const settled = { gateId: 'g', gateName: 'approval', approver: undefined };
    metrics.countCall({ ...base, ...settled, type: 'gate-settled', status: 'timed_out' });
    metrics.countCall({ ...base, type: 'tool-call-interrupted', state: 'unknown' });

    const lines = await linesOf(metrics);
    expect(lines).toContain('toolcrib_calls_total{tenant="acme",tool="echo",status="ok"} 2');
    expect(lines).toContain('toolcrib_calls_total{tenant="acme",tool="echo",status="denied"} 1');
    expect(lines).toContain('toolcrib_call_run_seconds_count{tenant="acme",tool="echo"} 2');
    expect(lines).toContain('toolcrib_gates_total{tenant="acme",status="open"} 1');
    expect(lines).toContain('toolcrib_gates_total{tenant="acme",status="timed_out"} 1');
    expect(lines).toContain('toolcrib_calls_interrupted_total{tenant="acme",state="unknown"} 1');
  });

  it('has no more labels however many names are made up', async () => {
    const metrics = new Metrics({ maxTools: 10, isTool: (_, name) => !name.startsWith('made') });

    for (let count = 0; count < 5_000; count++) {
      metrics.countCall(ended({ toolName: `made_${count}`, status: 'aborted' }));
      metrics.countCall(ended({ toolName: `guessed_${count}`, status: 'unknown_tool' }));
      metrics.countCall(ended({ toolName: `real_${count}` }));
      metrics.countRequest({ route: `route_${count}`, status: count, durationMs: 1 });
      metrics.countDenied(`reason_${count}`);
    }
    const lines = await linesOf(metrics);

    const tools = lines.filter((line) => line.startsWith('toolcrib_calls_total'));
    expect(tools.filter((line) => line.includes('real_'))).toHaveLength(10);
    expect(tools.filter((line) => line.includes('"other"'))).toHaveLength(3);
    expect(tools).toHaveLength(13);
    expect(lines.filter((line) => line.includes('made_') || line.includes('guessed_'))).toEqual([]);
    expect(lines).toContain('toolcrib_denied_total{reason="other"} 5000');
    expect(lines.filter((line) => line.startsWith('toolcrib_http_requests_total')).length).toBeLessThan(
      1_200,
    );
  });

  it('counts refusals by error code', async () => {
    const metrics = new Metrics();

    metrics.countDenied('E_FORBIDDEN');
    metrics.countDenied('toString');

    const lines = await linesOf(metrics);
    expect(lines).toContain('toolcrib_denied_total{reason="E_FORBIDDEN"} 1');
    expect(lines).toContain('toolcrib_denied_total{reason="other"} 1');
  });

  it('keeps to itself: nothing is in the registry of the process, and two services do not meet', async () => {
    const [one, two] = [new Metrics({ hasProcess: true }), new Metrics({ hasProcess: true })];

    one.countDenied('E_FORBIDDEN');
    for (const change of [1, 1, -1] as const) one.countStream(change);

    expect(await linesOf(one)).toContain('toolcrib_open_streams 1');
    expect(await linesOf(two)).toContain('toolcrib_open_streams 0');
    expect(await register.metrics()).toBe('\n');
  });

  it('counts open approvals by tenant: 0 for a tenant that had some, nothing while it is not known', async () => {
    let counts: Map<string, number> | undefined = new Map([['acme', 2]]);
    const metrics = new Metrics({ countApprovals: async () => counts });
    const open = async () => (await linesOf(metrics)).filter((line) => line.includes('approvals_open'));

    expect(await open()).toEqual(['toolcrib_approvals_open{tenant="acme"} 2']);
    counts = new Map([['beta', 1]]);
    expect(await open()).toEqual([
      'toolcrib_approvals_open{tenant="acme"} 0',
      'toolcrib_approvals_open{tenant="beta"} 1',
    ]);
    counts = undefined;
    expect(await open()).toEqual([]);
    counts = new Map(Array.from({ length: 1_200 }, (_, index) => [`t${index}`, 1]));
    const many = await open();
    expect(many).toHaveLength(1_001);
    expect(many).toContain('toolcrib_approvals_open{tenant="other"} 202');
  });

  it('tells of the process and of other values when it is read', async () => {
    let waiting = 1;
    const gauges = { toolcrib_audit_waiting: { help: 'Entries that wait.', read: () => waiting } };
    const metrics = new Metrics({ hasProcess: true, gauges });
    waiting = 7;

    const { text, contentType } = await metrics.render();

    expect(contentType).toMatch(/^text\/plain/);
    expect(text).toContain('toolcrib_audit_waiting 7');
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_utilization',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} [0-9]`, 'm'));
    }
  });
});
