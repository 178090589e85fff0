import { Option } from 'commander';
import { ToolcribError } from 'toolcrib';
import { type JsonRecord, recordOf, textOf } from '../client/json-fields.ts';
import { type AddCommand, addDefault, addExamples } from '../command-kit.ts';
import { formatFacts } from '../output/facts.ts';
import type { CliSession } from '../session.ts';

type SetOptions = {
  readonly tool?: string;
  readonly compatibility?: string;
  readonly lint?: string;
  readonly reset?: boolean;
  readonly reason?: string;
};

const TOOL_HELP = 'of this tool; otherwise of all that have no policy of their own';

export const addPolicyCommand: AddCommand = (program, bind) => {
  const policy = program
    .command('policy')
    .description('see and set what a new version of a tool has to meet');
  const show = addDefault(policy, 'show')
    .description('show the policy that holds')
    .option('--tool <name>', TOOL_HELP);
  addExamples(show, 'toolcrib policy', 'toolcrib policy show --tool weather');
  bind<{ readonly tool?: string }>(show, async (session, { options: { tool } }) => {
    const client = await session.connect();
    await printPolicy(
      session,
      await client.ask('GET', session.path('catalog', 'policy'), { query: { tool } }),
    );
    return undefined;
  });

  const set = policy
    .command('set')
    .description('set a policy; what is not given is not decided by it')
    .option('--tool <name>', TOOL_HELP)
    .addOption(
      new Option(
        '--compatibility <rule>',
        'none; semver: only what breaks nobody, or a new major version; review: somebody else approves',
      ).choices(['none', 'semver', 'review']),
    )
    .addOption(
      new Option('--lint <rule>', 'block: errors refuse a version; report: they are only told').choices([
        'block',
        'report',
      ]),
    )
    .option('--reset', 'take the policy back')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(
    set,
    'toolcrib policy set --compatibility semver --lint block',
    'toolcrib policy set --tool pay_invoice --compatibility review --reason "moves money"',
    'toolcrib policy set --tool pay_invoice --reset',
  );
  bind<SetOptions>(set, async (session, { options }) => {
    const { tool, reason } = options;
    const body = {
      policy: readPolicy(options),
      ...(tool === undefined ? {} : { tool }),
      ...(reason === undefined ? {} : { reason }),
    };
    const client = await session.connect();
    await printPolicy(session, await client.ask('PUT', session.path('catalog', 'policy'), { body }));
    return undefined;
  });
};

/** Null takes one back. */
function readPolicy({ compatibility, lint, reset }: SetOptions): JsonRecord | null {
  const isEmpty = compatibility === undefined && lint === undefined;
  if (isEmpty !== (reset === true))
    throw new ToolcribError('E_INVALID_OPTION', 'Give --compatibility or --lint or both, or --reset alone.');
  if (isEmpty) return null;
  return {
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(lint === undefined ? {} : { lint }),
  };
}

async function printPolicy({ out }: CliSession, answer: JsonRecord): Promise<void> {
  if (out.isJson) return await out.json(answer);
  const policy = recordOf(answer, 'policy');
  const facts = [
    ['of', textOf(answer, 'tool') || 'every tool without a policy of its own'],
    ['compatibility', textOf(policy, 'compatibility')],
    ['lint', textOf(policy, 'lint')],
  ] as const;
  await out.text(formatFacts(facts, out.style));
}
