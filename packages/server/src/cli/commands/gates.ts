import { ToolcribError } from 'toolcrib';
import { gateIdOf } from '../calling/gate-id-of.ts';
import { type GateAnswer, settleGate } from '../calling/settle-gate.ts';
import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';
import { timeLeft } from '../output/time-left.ts';
import { toVisibleJson } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

function columnsAt(now: number): readonly TableColumn<JsonRecord>[] {
  return [
    { title: 'GATE', text: gateIdOf },
    { title: 'TOOL', text: (gate) => textOf(gate, 'tool'), minWidth: 10 },
    {
      title: 'ASKED BY',
      text: (gate) => textOf(gate, 'callerName') || textOf(gate, 'callerId'),
      minWidth: 8,
    },
    { title: 'LEFT', text: (gate) => timeLeft(textOf(gate, 'expiresAt'), now) },
    { title: 'QUESTION', text: (gate) => textOf(gate, 'prompt') || textOf(gate, 'name'), minWidth: 12 },
  ];
}

type SettleOptions = { readonly reason?: string; readonly value?: string };

export const addGatesCommand: AddCommand = (program, bind) => {
  const gates = program.command('gates').description('see calls that wait for approval, and decide');
  const list = addDefault(gates, 'list')
    .description('list what waits for approval: who asks, and for how long still')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib gates', 'toolcrib gates list --json');
  bind<{ readonly limit: number }>(list, async ({ io, out, path, connect }, { options }) => {
    const page = await listAll(await connect(), path('gates'), { limit: options.limit });
    if (out.isJson) return void (await out.json(page));
    const [first] = page.items;
    if (first === undefined) return void out.note('Nothing waits for approval.');
    await out.table(columnsAt(io.now()), page.items);
    out.note(`\ntoolcrib gates show ${gateIdOf(first)}     shows the arguments\n${toCommands(first)}`);
    return undefined;
  });

  const show = gates
    .command('show')
    .description('show what exactly is asked, or who decided, when and why')
    .argument('<gate>');
  addExamples(show, 'toolcrib gates show 1m7h5bc6f4ece8bw8fg9rrwjfd.0');
  bind(show, async (session, { args: [id = ''] }) => {
    const client = await session.connect();
    const gate = await client.ask('GET', session.path('gates', id));
    if (session.out.isJson) await session.out.json(gate);
    else await printGate(session, gate);
    return undefined;
  });

  for (const decision of ['approve', 'reject'] as const) {
    const settle = gates
      .command(decision)
      .description(decision === 'approve' ? 'let the call go on' : 'refuse the call')
      .argument('<gate>')
      .option('--reason <text>', 'why; whoever made the call reads it, and it is recorded')
      .option('--value <json>', 'the answer, for a gate that asks a question');
    addExamples(settle, `toolcrib gates ${decision} 1m7h5bc6f4ece8bw8fg9rrwjfd.0 --reason "as agreed"`);
    bind<SettleOptions>(settle, async (session, { args: [id = ''], options }) => {
      const answer = await settleGate(session, id, toAnswer(decision, options));
      if (session.out.isJson) await session.out.json(answer);
      else await session.out.text(decision === 'approve' ? 'Approved; the call goes on.' : 'Rejected.');
      return undefined;
    });
  }
};

function toAnswer(decision: GateAnswer['decision'], { reason, value }: SettleOptions): GateAnswer {
  if (value === undefined) return { decision, reason };
  try {
    return { decision, reason, value: JSON.parse(value) };
  } catch (error) {
    throw new ToolcribError('E_INVALID_REQUEST', 'The --value is not valid JSON; a text needs its quotes.', {
      cause: error,
    });
  }
}

async function printGate({ out, io }: CliSession, gate: JsonRecord): Promise<void> {
  const facts = [
    ['gate', gateIdOf(gate)],
    ['tool', [textOf(gate, 'tool'), textOf(gate, 'toolVersion')].join(' ').trim()],
    ['asked by', toPerson(gate, 'caller')],
    ['question', textOf(gate, 'prompt') || textOf(gate, 'name')],
    ['opened', textOf(gate, 'openedAt')],
    ...describeStatus(gate, io.now()),
    ['call', textOf(gate, 'invocationId')],
  ] as const;
  await out.text(formatFacts(facts, out.style));
  if (gate.details !== undefined && gate.details !== null) await out.text(`\n${toVisibleJson(gate.details)}`);
  if (textOf(gate, 'status') === 'open') out.note(`\n${toCommands(gate)}`);
}

/** How to decide, for somebody who copies it. */
function toCommands(gate: JsonRecord): string {
  const id = gateIdOf(gate);
  return `toolcrib gates approve ${id}\ntoolcrib gates reject ${id} --reason "…"`;
}

/** A name with the id that it belongs to: names are chosen by people, ids are not. */
function toPerson(gate: JsonRecord, field: 'caller' | 'approver'): string {
  const id = textOf(gate, field === 'caller' ? 'callerId' : 'approver');
  const name = textOf(gate, `${field}Name`);
  return name === '' || name === id ? id : `${name} (${id})`;
}

/** Until when it is open; or how it was settled, by whom, when and why. */
function describeStatus(gate: JsonRecord, now: number): readonly (readonly [string, string])[] {
  const [status, expiresAt] = [textOf(gate, 'status'), textOf(gate, 'expiresAt')];
  const settledAt = textOf(gate, 'settledAt') || expiresAt;
  switch (status) {
    case 'open':
      return [['open until', `${expiresAt}, ${timeLeft(expiresAt, now)} left`]];
    case 'timed_out':
      return [['timed out', `${settledAt}; no decision in time`]];
    case 'aborted':
      return [['aborted', `${settledAt}; the call ended before a decision`]];
    default:
      return [
        [status, `${settledAt} by ${toPerson(gate, 'approver')}`],
        ['reason', textOf(gate, 'reason')],
      ];
  }
}
