import { followCall, openGateOf } from '../calling/follow-call.ts';
import { gateIdOf } from '../calling/gate-id-of.ts';
import { printCall } from '../calling/print-call.ts';
import { readArguments } from '../calling/read-arguments.ts';
import { settleGate } from '../calling/settle-gate.ts';
import { showProgress } from '../calling/show-progress.ts';
import { ApiProblem } from '../client/api-problem.ts';
import { type JsonRecord, recordOf, textOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples, toCount } from '../command-kit.ts';
import type { CliSession } from '../session.ts';

type CallOptions = {
  readonly argsFile?: string;
  readonly toolset?: string;
  readonly timeout?: number;
  readonly wait?: boolean;
  readonly approve?: boolean;
  readonly idempotencyKey?: string;
  readonly out?: string;
};

export const addCallCommand: AddCommand = (program, bind) => {
  const command = program
    .command('call')
    .description('call a tool and print its result')
    .argument('<tool>')
    .argument('[arguments...]', 'key=value or key:=json, one JSON object, or - for JSON from standard input')
    .option('--args-file <file>', 'the arguments as a JSON file')
    .option('--toolset <name>', 'through a toolset')
    .option('--timeout <seconds>', 'give up after so long', toCount)
    .option('--wait', 'if it needs approval, wait until somebody decides')
    .option('--approve', 'if it needs approval, approve it yourself; needs the role approver')
    .option('--idempotency-key <key>', 'make the same call once, however often this is run')
    .option('--out <file>', 'write the result to a file');
  addExamples(
    command,
    'toolcrib call calculate expression="2 * (3 + 4)"',
    `toolcrib call convert_units '{ "value": 26.2, "from": "mi", "to": "km" }'`,
    'cat arguments.json | toolcrib call compare_texts - --json',
  );
  bind<CallOptions>(command, async (session, { args, options }) => {
    const [tool = '', ...words] = args;
    const typed = await readArguments({
      words,
      argsFile: options.argsFile,
      io: session.io,
      inputSchema: () => findInputSchema(session, tool, options.toolset),
    });
    const id = await startCall(session, { tool, typed, options });
    const call = await withCancel(session, id, () => goThrough(session, id, options));
    return await printCall(session, call, options.out);
  });
};

async function startCall(
  session: CliSession,
  {
    tool,
    typed,
    options,
  }: { readonly tool: string; readonly typed: JsonRecord; readonly options: CallOptions },
): Promise<string> {
  const client = await session.connect();
  const accepted = await client.ask('POST', session.path('calls'), {
    body: {
      tool,
      arguments: typed,
      mode: 'async',
      ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
      ...(options.toolset === undefined ? {} : { toolset: options.toolset }),
      ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
    },
  });
  return textOf(accepted, 'id');
}

/** Until the end, or to a gate that this user does not want to wait at. */
async function goThrough(session: CliSession, id: string, options: CallOptions): Promise<JsonRecord> {
  const stop = showProgress(session, id);
  try {
    const call = await followCall(session, id, { throughGates: options.wait === true });
    const gate = openGateOf(call);
    if (gate === undefined || options.approve !== true) return call;
    try {
      await settleGate(session, gateIdOf(gate), { decision: 'approve' });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // It still waits, and somebody else may approve it.
      session.out.warn(`You could not approve it yourself: ${error.code}: ${error.message}`);
      return call;
    }
    return await followCall(session, id, { throughGates: options.wait === true });
  } finally {
    stop();
  }
}

/** Whoever interrupts the command does not want the call either. */
async function withCancel(
  session: CliSession,
  id: string,
  work: () => Promise<JsonRecord>,
): Promise<JsonRecord> {
  try {
    return await work();
  } catch (error) {
    if (!session.io.signal.aborted) throw error;
    await session.afterAbort('POST', session.path('calls', id, 'cancel'));
    session.out.note(`\nThe call ${id} was cancelled.`);
    throw error;
  }
}

/** Undefined if it cannot be had: the call itself will say why. */
async function findInputSchema(
  session: CliSession,
  tool: string,
  toolset: string | undefined,
): Promise<JsonRecord | undefined> {
  const client = await session.connect();
  try {
    return recordOf(
      await client.ask('GET', session.path('tools', tool), { query: { toolset } }),
      'inputSchema',
    );
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}
