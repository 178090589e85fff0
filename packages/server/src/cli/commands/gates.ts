import { ToolcribError } from 'toolcrib';
import { gateIdOf } from '../calling/gate-id-of.ts';
import { type GateAnswer, settleGate } from '../calling/settle-gate.ts';
import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleJson } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'GATE', text: gateIdOf },
  { title: 'TOOL', text: (gate) => textOf(gate, 'toolName') || textOf(gate, 'tool'), minWidth: 12 },
  { title: 'CALLER', text: (gate) => textOf(gate, 'callerId'), minWidth: 8 },
  { title: 'UNTIL', text: (gate) => textOf(gate, 'expiresAt') },
  { title: 'ASKS', text: (gate) => textOf(gate, 'prompt') || textOf(gate, 'name'), minWidth: 16 },
];

type SettleOptions = { readonly reason?: string; readonly value?: string };

export const addGatesCommand: AddCommand = (program, bind) => {
  const gates = program.command('gates').description('see calls that wait for somebody, and decide');
  const list = addDefault(gates, 'list')
    .description('list what waits')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib gates', 'toolcrib gates list --json');
  bind<{ readonly limit: number }>(list, async ({ out, path, connect }, { options }) => {
    const page = await listAll(await connect(), path('gates'), { limit: options.limit });
    if (out.isJson) return void (await out.json(page));
    if (page.items.length === 0) return void out.note('Nothing waits for anybody.');
    await out.table(columns, page.items);
    out.note('\n`toolcrib gates show <gate>` shows the arguments; then approve or reject.');
    return undefined;
  });

  const show = gates.command('show').description('show what exactly is asked').argument('<gate>');
  addExamples(show, 'toolcrib gates show 0198c0de.0');
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
    addExamples(settle, `toolcrib gates ${decision} 0198c0de.0 --reason "as agreed"`);
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

async function printGate({ out }: CliSession, gate: JsonRecord): Promise<void> {
  const facts = [
    ['gate', gateIdOf(gate)],
    [
      'tool',
      [textOf(gate, 'toolName') || textOf(gate, 'tool'), textOf(gate, 'toolVersion')].join(' ').trim(),
    ],
    ['caller', textOf(gate, 'callerId')],
    ['asks', textOf(gate, 'prompt') || textOf(gate, 'name')],
    ['until', textOf(gate, 'expiresAt')],
    ['call', textOf(gate, 'invocationId') || textOf(gate, 'callId')],
  ] as const;
  await out.text(formatFacts(facts, out.style));
  if (gate.details !== undefined && gate.details !== null) await out.text(`\n${toVisibleJson(gate.details)}`);
  const id = gateIdOf(gate);
  out.note(`\ntoolcrib gates approve ${id}   or   toolcrib gates reject ${id} --reason "…"`);
}
