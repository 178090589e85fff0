import { setTimeout as sleep } from 'node:timers/promises';
import { Tool } from 'toolcrib';
import { isEnded } from 'toolcrib/runtime';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../../packages/server/src/audit/audit-entry.ts';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import { createSeededRandom } from '../../../packages/toolcrib/src/testing/index.ts';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { failingLedger } from '../../call-path/failing-ledger.ts';
import {
  beginLater,
  doubleFailures,
  type NamedPlan,
  noFailure,
  outages,
  outagesOf,
  singleFailures,
} from '../../call-path/failure-plans.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase } from '../../postgres/test-database.ts';
import { createFastClock } from '../fuzz/fast-clock.ts';
import { openTestService } from '../open-service.ts';

/** How many plans each tool is tried with; `LEDGER_PLANS` for more. */
const PLANS = Number(process.env.LEDGER_PLANS ?? '25');
/** So that whoever tries again for seconds does so in a moment. */
const FASTER = 20;
const calls = '/v1/tenants/default/calls';
const gates = '/v1/tenants/default/gates';
const toolNames = ['look', 'write', 'wipe', 'peek', 'ask'] as const;
/** Reads that are called without an idempotency key, of which the service writes beginning and end at once if it can. */
const keyless: readonly string[] = ['peek', 'ask'];
const isRead = (tool: ToolName) => tool === 'look' || keyless.includes(tool);
const hasGate = (tool: ToolName) => tool === 'wipe' || tool === 'ask';
type ToolName = (typeof toolNames)[number];
type Decision = 'approve' | 'reject';

describe('a service whose ledger in a file fails', () => {
  it.each(toolNames)('tells of no end of %s that it does not keep', { timeout: 300_000 }, async (tool) => {
    await withTempFolder((folder) => tryPlans({ dataFolder: folder }, tool));
  });
});

describePostgres('a service whose ledger in PostgreSQL fails', (serverUrl) => {
  it.each(toolNames)('tells of no end of %s that it does not keep', { timeout: 300_000 }, async (tool) => {
    const { url, drop } = await createTestDatabase(serverUrl);
    onTestFinished(drop);
    await tryPlans({ databaseUrl: url }, tool);
  });
});

async function tryPlans(where: Parameters<typeof openServiceDatabase>[0], tool: ToolName): Promise<void> {
  const world = await openWorld(where);
  try {
    const { steps, settleAt, violations, answer } = await world.run(tool, noFailure);
    expect([violations, answer]).toEqual([[], hasGate(tool) ? '202 waiting' : '200 ok']);
    const all = [...singleFailures(steps), ...outages(steps), ...doubleFailures(steps)];
    const found: string[] = [];
    const answers = new Set<string>();
    // A decision that is stored and not answered, for longer than it is tried again.
    const outage = { first: 'after', rest: 'before', length: 24 } as const;
    const unanswered = hasGate(tool) ? beginLater(outagesOf(outage, steps - settleAt), settleAt) : [];
    for (const [index, plan] of [...choose(all, PLANS), ...unanswered].entries()) {
      const decision = index % 3 === 0 ? 'reject' : 'approve';
      const outcome = await world.run(tool, plan, decision);
      answers.add(outcome.answer);
      const name = `${plan.name}, ${decision}`;
      found.push(...outcome.violations.map((violation) => `${name}: ${violation} (${outcome.answer})`));
    }
    expect(found).toEqual([]);
    // The failures were such that clients were told something else too.
    expect(answers.size).toBeGreaterThan(1);
  } finally {
    await world.close();
  }
}

/** Two services on one database, one of which has a ledger that fails. */
async function openWorld(where: Parameters<typeof openServiceDatabase>[0]) {
  const clock = createFastClock(FASTER);
  const database = await openServiceDatabase(where, { clock, onFault: () => undefined });
  let plan: NamedPlan = noFailure;
  let first = 0;
  const failing = failingLedger(database.ledger, (step) => plan.fails(step - first));
  const runs = new Map<string, number>();
  const tools = (['read', 'write', 'destructive', 'read', 'read'] as const).map(
    (effect, index) =>
      new Tool({
        name: toolNames[index] ?? '',
        description: 'Does something.',
        effect,
        inputSchema: { type: 'object', properties: { key: { type: 'string' } } },
        handler: async ({ key = '' }, ctx) => {
          if (toolNames[index] === 'ask') await ctx.waitFor({ name: 'more', prompt: 'May I look?' });
          runs.set(key, (runs.get(key) ?? 0) + 1);
          return `done ${key}`;
        },
      }),
  );
  const options = { tools, clock, recoversCalls: false, closedBy: 'owner' } as const;
  const ledger = Object.assign(failing, {
    search: database.ledger.search.bind(database.ledger),
    countWaiting: database.ledger.countWaiting.bind(database.ledger),
  });
  const one = await openTestService({ ...options, database: { ...database, ledger }, owner: 'one' });
  const two = await openTestService({ ...options, database, owner: 'two' });
  const { key } = await one.makeKey({});
  const approver = await one.makeKey({ roles: ['approver'] });
  let cases = 0;

  async function run(tool: ToolName, next: NamedPlan, decision: Decision = 'approve') {
    const name = `case-${++cases}`;
    const settleViolations: string[] = [];
    const settleAll = async () => void settleViolations.push(...(await settleOpen(decision)));
    const body = { tool, arguments: { key: name }, ...(!keyless.includes(tool) && { idempotencyKey: name }) };
    first = failing.steps;
    plan = next;
    const { status, body: answered } = await one.ask('POST', calls, { key, body });
    const atAnswer = await database.ledger.find({ states: ['ok'], newestFirst: true, limit: 1 });
    const settleAt = failing.steps - first;
    if (status === 202) await settleAll();
    const id: string | undefined = answered.id ?? answered.context?.invocationId;
    if (status === 202 && id !== undefined) await waitForEnd(id);
    const steps = failing.steps - first;
    plan = noFailure;
    const told = {
      status,
      body: answered,
      id,
      isKept: atAnswer.some(({ invocationId }) => invocationId === id),
    };
    if (id !== undefined) await settleDown(id, settleAll);
    const runsBefore = runs.get(name) ?? 0;
    // Without a key it would be another call.
    const again = keyless.includes(tool)
      ? { status: 0, body: told }
      : await two.ask('POST', calls, { key, body });
    // Nobody approves what is only asked for again.
    if (again.status === 202) await two.ask('POST', `${calls}/${again.body.id}/cancel`, { key, body: {} });
    const answer = `${status} ${answered.state ?? answered.code}`;
    const counted = { runsBefore, runs: runs.get(name) ?? 0 };
    const seen = { told, ...counted, again: again.body, decision };
    return { steps, settleAt, answer, violations: [...settleViolations, ...(await judge(tool, seen))] };
  }

  /** An approver tries again if the answer is that it could not be done. Answers which answers were not true. */
  async function settleOpen(decision: Decision): Promise<readonly string[]> {
    const violations: string[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const { status, body } = await one.ask('GET', gates, { key: approver.key });
      if (status !== 200) continue;
      for (const { id, toolDigest, contentDigest } of body.items) {
        const order = { decision, toolDigest, contentDigest };
        const answer = await one.ask('POST', `${gates}/${id}/settle`, { key: approver.key, body: order });
        const stored = await findStatus(id);
        const { code = answer.body.status } = answer.body;
        const isTrue =
          code === 'E_LEDGER_FAILED'
            ? stored === undefined
            : code === 'E_CALL_NOT_RECORDED' || code === (stored && 'E_GATE_SETTLED') || code === stored;
        if (!isTrue) violations.push(`its approver was told ${answer.status} ${code}, and it is ${stored}`);
      }
      if (body.items.length === 0) break;
    }
    return violations;
  }

  async function findStatus(gateId: string): Promise<string | undefined> {
    const entry = await database.ledger.get(gateId.slice(0, gateId.lastIndexOf('.')));
    return entry?.gates.find((gate) => gate.gateId === gateId)?.settlement?.status;
  }

  async function waitForEnd(id: string): Promise<void> {
    for (let look = 0; look < 20; look++) {
      const { body } = await one.ask('GET', `${calls}/${id}?waitMs=1000`, { key });
      if (typeof body.endedAt === 'string') return;
      await sleep(5);
    }
  }

  /** As the service does by itself every few seconds, until the call is where it can be left. */
  async function settleDown(id: string, settleAll: () => Promise<void>): Promise<void> {
    for (let look = 0; look < 20; look++) {
      await settleAll();
      await one.service.calls.recoverCalls();
      await sleep(10);
      const entry = await database.ledger.get(id);
      if (entry === undefined || isEnded(entry.state) || entry.state === 'unknown') break;
    }
    await one.service.audit.flush('default').catch(() => undefined);
  }

  async function findEntries(id: string) {
    const entries = await one.service.audit.entries('default', 0, 100_000);
    return entries.filter(({ invocationId }) => invocationId === id);
  }

  interface Told {
    readonly status: number;
    // biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
    readonly body: any;
    readonly id: string | undefined;
    readonly isKept: boolean;
  }

  interface Seen {
    readonly told: Told;
    readonly runsBefore: number;
    readonly runs: number;
    readonly decision: Decision;
  }

  async function judge(
    tool: ToolName,
    // biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
    { told, runsBefore, runs, again, decision }: Seen & { again: any },
  ): Promise<readonly string[]> {
    const { id, body } = told;
    if (id === undefined) return [`its client was not told which call it is: ${JSON.stringify(body)}`];
    const entry = await database.ledger.get(id);
    let entries = await findEntries(id);
    // What the ledger turned out to have is written to the log within a minute and a half.
    for (let look = 0; entry && isEnded(entry.state) && !entries.some(isEnd) && look < 200; look++) {
      await sleep(50);
      entries = await findEntries(id);
    }
    const ends = entries.filter(isEnd);
    const settled = entries.filter(({ action }) => action === 'gate-settled').map(tellSettlement);
    const decided = (entry?.gates ?? []).flatMap(({ gateId, settlement }) =>
      settlement ? `${gateId} ${settlement.status} by ${settlement.approver ?? 'service'}` : [],
    );
    const lastSettled = entries.findLastIndex(({ action }) => action === 'gate-settled');
    const firstEnd = entries.findIndex(isEnd);
    const said = ends.map(({ action, details }) => `${action} ${details?.status ?? details?.state}`);
    const isOk = told.status === 200 && body.state === 'ok';
    const effect = body.sideEffect ?? body.context?.sideEffect;
    const elsewhere = await two.ask('GET', `${calls}/${id}`, { key });
    const checks: readonly (readonly [boolean, string])[] = [
      [ends.length <= 1, `it has ${ends.length} ends in the audit log: ${said}`],
      [
        settled.toString() === decided.toString(),
        `the audit log has the decisions [${settled}], and the ledger [${decided}]`,
      ],
      [firstEnd === -1 || lastSettled < firstEnd, 'its end is in the audit log before its decision'],
      [decision === 'approve' || !hasGate(tool) || runs === 0, 'it was rejected, and has run'],
      [isRead(tool) || runs <= 1, `it ran ${runs} times`],
      [entry?.state !== 'waiting' && entry?.state !== 'running', `it is left ${entry?.state}`],
      [!isOk || told.isKept, 'ok was answered, and the ledger does not have it'],
      [
        !isOk || keyless.includes(tool) || (again.state === 'ok' && again.id === id),
        `the same call again is ${again.state}, ${again.id}`,
      ],
      [!isOk || elsewhere.body.state === 'ok', `another service answers ${elsewhere.status}`],
      [
        ends.every(({ details }) => details?.status === undefined || details.status === entry?.state) ||
          isRead(tool),
        `the audit log says ${said}, and the ledger ${entry?.state}`,
      ],
      [isRead(tool) || effect !== 'none' || runsBefore === 0, 'it was said to have no effect, and has run'],
      [
        entry === undefined || !isEnded(entry.state) || ends.length === 1,
        'it has ended, and the log lacks it',
      ],
    ];
    return checks.flatMap(([holds, violation]) => (holds ? [] : [violation]));
  }

  return {
    run,
    async close() {
      plan = noFailure;
      await one.close();
      await two.close();
      await database.close();
    },
  };
}

function isEnd({ action, details }: AuditEntry): boolean {
  return action === 'tool-call-end' || (action === 'tool-call-interrupted' && details?.state !== 'unknown');
}

function tellSettlement({ details, actor }: AuditEntry): string {
  return `${details?.gateId} ${details?.status} by ${actor}`;
}

/** Some of them, always the same. */
function choose(plans: readonly NamedPlan[], limit: number): readonly NamedPlan[] {
  if (plans.length <= limit) return plans;
  const random = createSeededRandom(plans.length);
  const ranked = plans.map((plan) => ({ plan, rank: random.number() })).sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, limit).map(({ plan }) => plan);
}
