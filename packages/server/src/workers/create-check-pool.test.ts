import { Worker } from 'node:worker_threads';
import type { SpecCheck } from 'toolcrib/catalog';
import { runSpecCheck } from 'toolcrib/catalog';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../operations/silent-log.ts';
import { type CheckPool, type CheckPoolOptions, createCheckPool } from './create-check-pool.ts';

const compare = (count: number): SpecCheck => ({
  kind: 'compare',
  before: { description: 'Before.', inputSchema: { type: 'object', maxProperties: count } },
  after: { description: 'After.', inputSchema: { type: 'object', required: ['a'] } },
});
const lint: SpecCheck = {
  kind: 'lint',
  spec: { name: 'add', description: 'Call pay_back and then other_tool.', inputSchema: { type: 'object' } },
  toolNames: ['pay_back'],
};
/** Takes a minute or so. */
const long: readonly SpecCheck[] = Array.from({ length: 1_500 }, (_, index) => {
  const names = Array.from({ length: 40 }, (_, name) => `a${name}`);
  const side = (pattern: string) => ({
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { pattern: `${pattern}${name}` }])),
    },
  });
  return { kind: 'compare', before: side(`^x{${index % 400}}`), after: side(`^x{0,${(index % 400) + 9}}y?`) };
});

let pool: CheckPool;
const open = (options: Partial<CheckPoolOptions> = {}) => {
  pool = createCheckPool({ log: silentLog, threads: 1, ...options });
  return pool;
};
afterEach(() => pool.close());

describe('the threads that check definitions', () => {
  it('answer as this thread would', async () => {
    const checks = [compare(1), lint];

    const answers = await open().of('default').run(checks);

    expect(answers).toEqual(checks.map(runSpecCheck));
    expect(Object.isFrozen(answers[0])).toBe(true);
  });

  it('are stopped if a request takes too long, and others replace them', async () => {
    const checks = open({ timeoutMs: 4_000 }).of('default');

    await expect(checks.run(long)).rejects.toMatchObject({
      code: 'E_CHECKS_TIMED_OUT',
      context: { timeoutMs: 4_000 },
    });

    expect(await checks.run([lint])).toEqual([runSpecCheck(lint)]);
  }, 60_000);

  it('give all questions of a request one limit', async () => {
    const checks = open({ timeoutMs: 1_000 }).of('default');
    const request = {};
    const refused = { code: 'E_CHECKS_TIMED_OUT' };
    await expect(checks.run(long, { request })).rejects.toMatchObject(refused);

    await expect(checks.run([lint], { request })).rejects.toMatchObject(refused);

    expect(await checks.run([lint], { request: {} })).toEqual([runSpecCheck(lint)]);
  }, 60_000);

  it('keep nothing of the requests that they have answered', async () => {
    const addListener = vi.spyOn(Worker.prototype, 'on');
    onTestFinished(() => addListener.mockRestore());
    const checks = open().of('default');
    await checks.run([lint]);
    const [worker] = addListener.mock.contexts as Worker[];
    const countListeners = () => worker?.eventNames().map((name) => worker.listenerCount(name));
    const counts = countListeners();

    for (let index = 0; index < 3; index++) await checks.run([lint]);

    expect(counts?.length).toBeGreaterThan(0);
    expect(countListeners()).toEqual(counts);
  });

  it('take turns between tenants, and between the principals of one', async () => {
    open();

    const order = await orderOf(
      ['b1', 'busy', 'ann'],
      ['b2', 'busy', 'ann'],
      ['b3', 'busy', 'ann'],
      ['c1', 'busy', 'bob'],
      ['q1', 'quiet', 'cy'],
    );

    expect(order).toEqual(['b1', 'b2', 'q1', 'c1', 'b3']);
  });

  it('leave one thread to others while a principal has a job, in all of its tenants', async () => {
    open({ threads: 2, timeoutMs: 4_000 });
    const held = ['busy', 'other'].map((tenant) =>
      pool
        .of(tenant)
        .run(long, { by: 'ann' })
        .catch(({ code }) => code),
    );

    const first = await Promise.race([pool.of('busy').run([lint], { by: 'bob' }), ...held]);

    expect(first).toEqual([runSpecCheck(lint)]);
    await pool.close();
    expect(await Promise.all(held)).toEqual(['E_RUNTIME_CLOSED', 'E_RUNTIME_CLOSED']);
  });

  it('leave the last thread to a tenant that has none', async () => {
    open({ threads: 2 });
    const held = pool
      .of('busy')
      .run(long, { by: 'ann' })
      .catch(() => 'closed');

    const order = await orderOf(
      ['b1', 'busy', 'bob'],
      ['b2', 'busy', 'cy'],
      ['q1', 'quiet', 'dan'],
      ['q2', 'quiet', 'eve'],
    );

    // The second thread was free when the first of them came; then those wait longer whose tenant has a thread.
    expect(order).toEqual(['b1', 'q1', 'q2', 'b2']);
    await pool.close();
    expect(await held).toBe('closed');
  });

  it('refuse a principal that has too many requests waiting, and nobody else', async () => {
    const checks = open().of('default');
    const runs = Array.from({ length: 20 }, () => checks.run([lint], { by: 'ann' }));
    const elsewhere = pool
      .of('other')
      .run([lint], { by: 'ann' })
      .catch(({ code }) => code);
    const others = ['bob', 'cy', undefined].map((by) => checks.run([lint], { by }));

    const refused = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected');

    expect(refused).toHaveLength(15);
    expect(refused[0]).toMatchObject({
      reason: {
        code: 'E_CONCURRENCY_LIMITED',
        message: expect.stringContaining('The limit of 4 requests of one key'),
        context: { limit: 4, retryAfterMs: 1_000 },
      },
    });
    expect(await elsewhere).toBe('E_CONCURRENCY_LIMITED');
    expect(await Promise.all(others)).toHaveLength(3);
    expect(await checks.run([lint], { by: 'ann' })).toHaveLength(1);
  });

  it('refuse those that wait, and those that come later, after the end', async () => {
    const checks = open().of('default');
    const runs = [checks.run([lint]), checks.run([lint])].map((run) => run.catch(({ code }) => code));

    await pool.close();

    expect(await Promise.all(runs)).toEqual(['E_RUNTIME_CLOSED', 'E_RUNTIME_CLOSED']);
    await expect(checks.run([lint])).rejects.toMatchObject({ code: 'E_RUNTIME_CLOSED' });
  });
});

/** In which order jobs that come at the same time end: each with its name, its tenant and its principal. */
async function orderOf(...jobs: (readonly [name: string, tenant: string, by: string])[]): Promise<string[]> {
  const order: string[] = [];
  const run = async ([name, tenant, by]: (typeof jobs)[number]) => {
    await pool.of(tenant).run([lint], { by });
    order.push(name);
  };
  await Promise.all(jobs.map(run));
  return order;
}
