import type { Grant } from '../../auth/grant.ts';
import { rolePermissions } from '../../auth/role.ts';
import { ApiProblem } from '../client/api-problem.ts';
import { isRecord, type JsonRecord, recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import { collect } from '../global-options.ts';
import { formatFacts } from '../output/facts.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import { readExpiry } from '../read-expiry.ts';
import { readRoles } from '../read-roles.ts';
import type { CliSession } from '../session.ts';

type CreateOptions = {
  readonly role?: readonly string[];
  readonly scope?: readonly string[];
  readonly toolset?: readonly string[];
  readonly tool?: readonly string[];
  readonly expires?: string;
  readonly allTenants?: boolean;
  readonly requestsPerMinute?: number;
  readonly callsPerDay?: number;
};

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'ID', text: (key) => textOf(key, 'id') },
  { title: 'NAME', text: (key) => textOf(key, 'name'), minWidth: 8 },
  {
    title: 'STATUS',
    text: (key) => textOf(key, 'status'),
    paint: (key, style) => toStatusPaint(textOf(key, 'status'), style),
  },
  { title: 'MAY', text: (key) => recordsOf(key, 'grants').map(describeGrant).join('; '), minWidth: 12 },
  { title: 'MADE BY', text: (key) => textOf(key, 'createdBy'), minWidth: 8, isSpare: true },
  { title: 'EXPIRES', text: (key) => textOf(key, 'expiresAt').slice(0, 10) || 'never' },
  { title: 'LAST USED', text: (key) => textOf(key, 'lastUsedAt').slice(0, 16) || 'never' },
];

const NO_SCOPES =
  "The key has no scopes: it can call only tools that require none, and the others are not there for it. Give --scope for those it needs, or --scope '*' for all.";

export const addKeysCommand: AddCommand = (program, bind) => {
  const keys = program.command('keys').description('make and revoke API keys');
  const list = addDefault(keys, 'list')
    .description('list keys, without their secrets')
    .option('--all-tenants', 'all keys of the service')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib keys');
  bind<{ readonly limit: number; readonly allTenants?: boolean }>(list, async (session, { options }) => {
    const { out } = session;
    const page = await listAll(await session.connect(), keysPath(session, options), { limit: options.limit });
    if (out.isJson) return void (await out.json(page));
    if (page.items.length === 0)
      out.note('No keys. Make one with `toolcrib keys create <name> --role caller`.');
    else await out.table(columns, page.items);
    return undefined;
  });

  const create = keys
    .command('create')
    .description('make a key; it is printed once and kept nowhere')
    .argument('[name]', 'for people: whose key it is, or what for')
    .option('--role <role>', 'viewer, caller, publisher, approver or admin; may be repeated', collect)
    .option('--scope <scope>', 'a scope that tools require, or * for all; may be repeated', collect)
    .option('--toolset <name>', 'only through this toolset; may be repeated', collect)
    .option('--tool <name>', 'for an approver: decides only about this tool; may be repeated', collect)
    .option('--expires <when>', 'such as 12h, 30d or 2030-01-31')
    .option('--all-tenants', 'for all tenants and the service itself')
    .option('--requests-per-minute <count>', 'refuse more than that', toCount)
    .option('--calls-per-day <count>', 'refuse more than that', toCount);
  addExamples(
    create,
    "toolcrib keys create my-agent --role caller --scope '*' --expires 90d",
    'toolcrib keys create ops --role approver --tool delete_note',
    'export TOOLCRIB_KEY=$(toolcrib keys create ci --role publisher --expires 1d)',
  );
  bind<CreateOptions>(create, async (session, { args, options }) => {
    const { out, io } = session;
    const name = args[0] ?? `key of ${new Date(io.now()).toISOString().slice(0, 10)}`;
    const client = await session.connect();
    const answer = await client.ask('POST', keysPath(session, options), {
      body: toOrder(session, name, options),
    });
    if (isWithoutScopes(options)) out.warn(NO_SCOPES);
    if (options.allTenants !== true) await warnOfUnknown(session, options);
    if (out.isJson) return void (await out.json(answer));
    await out.text(toVisibleLine(textOf(answer, 'key')));
    // On standard error, so that the key alone can be taken into a variable.
    const record = isRecord(answer.record) ? answer.record : answer;
    io.stderr.write(
      `${formatFacts(
        [
          ['id', textOf(record, 'id')],
          ['may', recordsOf(record, 'grants').map(describeGrant).join('; ')],
          ['expires', textOf(record, 'expiresAt') || 'never'],
        ],
        out.style,
      )}\n`,
    );
    out.note('Keep it now: it cannot be shown again.');
    return undefined;
  });

  const revoke = keys
    .command('revoke')
    .description('make keys worthless, within a second')
    .argument('<ids...>')
    .option('--all-tenants', 'keys that are for more than one tenant')
    .option('--with-made', 'also the keys that were made with them, and those that were made with these');
  addExamples(
    revoke,
    'toolcrib keys revoke Zk3pQ8sT1uVw5xYz',
    'toolcrib keys revoke Zk3pQ8sT1uVw5xYz --with-made',
  );
  bind<{ readonly allTenants?: boolean; readonly withMade?: boolean }>(
    revoke,
    async (session, { args, options }) => {
      const client = await session.connect();
      for (const id of args) {
        const path = `${keysPath(session, options)}/${encodeURIComponent(id)}`;
        const answer = await client.ask('DELETE', path, { query: { withMade: options.withMade } });
        const revoked = [id, ...textsOf(answer, 'alsoRevoked')].map(toVisibleLine);
        if (session.out.isJson) await session.out.jsonLine(answer);
        else for (const each of revoked) await session.out.text(`${each} is revoked.`);
      }
      return undefined;
    },
  );
};

/** A toolset or a tool may come later, so a name without one isn't an error. */
async function warnOfUnknown(
  session: CliSession,
  { toolset: toolsets = [], tool: tools = [] }: CreateOptions,
): Promise<void> {
  const tenant = JSON.stringify(session.tenant);
  for (const name of toolsets) {
    if (!(await isUnknown(session, session.path('toolsets', name), 'E_TOOLSET_NOT_FOUND'))) continue;
    session.out.warn(
      `There is no toolset ${JSON.stringify(name)} in the tenant ${tenant}: until there is, the key reaches no tool through it. \`toolcrib toolsets\` lists those that there are.`,
    );
  }
  for (const name of tools) {
    if (!(await isUnknown(session, session.path('catalog', 'tools', name), 'E_TOOL_NOT_FOUND'))) continue;
    session.out.warn(
      `There is no tool ${JSON.stringify(name)} in the tenant ${tenant}: until there is, the key decides about no call of it. \`toolcrib list --all\` lists those that there are.`,
    );
  }
}

/** Whether there is nothing there. A caller that may not see it isn't told, and the key is made. */
async function isUnknown(session: CliSession, path: string, code: string): Promise<boolean> {
  const client = await session.connect();
  try {
    await client.ask('GET', path);
    return false;
  } catch (error) {
    return error instanceof ApiProblem && error.code === code;
  }
}

/** For somebody who may call, as scopes are for nothing else. */
function isWithoutScopes({ role, scope = [] }: CreateOptions): boolean {
  const mayCall = readRoles(role ?? []).some((name) => rolePermissions[name].includes('calls:create'));
  return mayCall && scope.length === 0;
}

function keysPath({ path }: CliSession, { allTenants }: { readonly allTenants?: boolean }): string {
  return allTenants === true ? '/v1/keys' : path('keys');
}

function toOrder(session: CliSession, name: string, options: CreateOptions): JsonRecord {
  const { toolset, tool, requestsPerMinute, callsPerDay } = options;
  const grant: Grant = {
    tenant: options.allTenants === true ? '*' : session.tenant,
    roles: readRoles(options.role ?? []),
    scopes: options.scope ?? [],
    ...(toolset === undefined ? {} : { toolsets: toolset }),
    ...(tool === undefined ? {} : { tools: tool }),
  };
  const limits = Object.entries({ requestsPerMinute, callsPerDay }).filter(
    ([, limit]) => limit !== undefined,
  );
  return {
    name,
    grants: [grant],
    ...(limits.length === 0 ? {} : { limits: Object.fromEntries(limits) }),
    ...(options.expires === undefined ? {} : { expiresAt: readExpiry(options.expires, session.io.now()) }),
  };
}

function describeGrant(grant: JsonRecord): string {
  const toolsets = textsOf(grant, 'toolsets');
  const tools = textsOf(grant, 'tools');
  const scopes = textsOf(grant, 'scopes');
  const tenant = textOf(grant, 'tenant');
  return [
    `${textsOf(grant, 'roles').join('+')} in ${tenant === '*' ? 'all tenants' : tenant}`,
    ...(scopes.length === 0 ? [] : [`scopes ${scopes.join(' ')}`]),
    ...(toolsets.length === 0 ? [] : [`toolsets ${toolsets.join(' ')}`]),
    ...(tools.length === 0 ? [] : [`tools ${tools.join(' ')}`]),
  ].join(', ');
}
