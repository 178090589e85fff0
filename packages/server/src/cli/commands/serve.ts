import { InvalidArgumentError, Option } from 'commander';
import { defaultMaxPerKey } from '../../auth/max-per-key.ts';
import { type LogLevel, logLevels } from '../../operations/log.ts';
import { serveLimits } from '../../serve/serve-limits.ts';
import type { ServeOptions } from '../../serve/serve-options.ts';
import { type AddCommand, addExamples, toCount, toCountIn } from '../command-kit.ts';
import { collect } from '../global-options.ts';
import { noteIgnoredFolder } from '../session.ts';

const MAX_MCP_TASK_AFTER_SECONDS = Math.floor(serveLimits.mcpTaskAfterMs.max / 1_000);

type ServeFlags = {
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly keepAlive?: number;
  readonly trustProxy?: readonly string[];
  readonly proxyHeader?: NonNullable<ServeOptions['proxyHeader']>;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsPassphraseFile?: string;
  readonly oidc?: string;
  readonly auditArguments?: boolean;
  readonly allowSelfApproval?: boolean;
  readonly isolate?: boolean;
  readonly isolateThreads?: number;
  readonly isolateMemory?: number;
  readonly grace?: number;
  readonly keepCalls?: number;
  readonly approvalTimeout?: string;
  readonly maxMcpResult?: number;
  readonly mcpTaskAfter?: number;
  readonly maxPerKey?: Readonly<Record<string, number>>;
  readonly logLevel?: LogLevel;
};

export const addServeCommand: AddCommand = (program, bind) => {
  const command = program
    .command('serve')
    .description(
      'start a service: HTTP API, MCP endpoint, example tools; the first start prints two keys, one for you and one for your agents',
    )
    .option('-p, --port <number>', 'default 7420; 0 for any that is free', toPort)
    .option('--host <address>', 'default 127.0.0.1; anything else needs --allow-host')
    .option('--allow-host <name>', 'a name that clients use for it; may be repeated', collect)
    .option('--allow-origin <origin>', 'a web page that may use it; may be repeated', collect)
    .option(
      '--keep-alive <seconds>',
      'how long an idle connection is kept; default 75',
      toCountIn({ min: 1, max: 3_600 }),
    )
    .option(
      '--trust-proxy <networks>',
      'proxies that are trusted to name the address of a client, such as 10.0.0.0/8,::1; default none',
      collectList,
    )
    .addOption(
      new Option('--proxy-header <name>', 'where they say it; default x-forwarded-for').choices([
        'x-forwarded-for',
        'forwarded',
      ]),
    )
    .option('--tls-cert <file>', 'speak HTTPS with this certificate (PEM); read again when it changes')
    .option('--tls-key <file>', 'the key of the certificate (PEM)')
    .option('--tls-passphrase-file <file>', 'with the passphrase of the key; or TOOLCRIB_TLS_PASSPHRASE')
    .option('--oidc <file>', 'issuers whose tokens are accepted, as JSON; default TOOLCRIB_OIDC')
    .option('--audit-arguments', 'put arguments of calls, without secrets, into the audit log')
    .option('--allow-self-approval', 'let a key approve its own calls; for a service that you use alone')
    .option('--isolate', 'run code of --tools on threads that are ended at the deadline of a call')
    .option('--no-isolate', 'run no tool on such threads; by default the example tools are')
    .option(
      '--isolate-threads <number>',
      'how many for each module; default the processors, at least 4',
      toCountIn(serveLimits.isolateThreads),
    )
    .option(
      '--isolate-memory <megabytes>',
      'how much memory each has; default 256',
      toCountIn(serveLimits.isolateMemoryMb),
    )
    .option('--grace <seconds>', 'how long a stop waits for running calls; default 30', toCount)
    .option('--keep-calls <days>', 'how long ended calls are kept; default 30, 0 for ever', toDays)
    .option('--approval-timeout <time>', 'how long an approval waits, such as 12h; default 1d')
    .option(
      '--max-mcp-result <bytes>',
      'how much of a result MCP clients are sent whole; default 262144',
      toCountIn(serveLimits.maxMcpResultBytes),
    )
    .option(
      '--mcp-task-after <seconds>',
      'when a call becomes a task of MCP; default 10',
      toCountIn({ min: 1, max: MAX_MCP_TASK_AFTER_SECONDS }),
    )
    .option(
      '--max-per-key <kind=number>',
      'how much one key may have open, such as calls=500; may be repeated',
      collectLimit,
    )
    .option('--log-level <level>', logLevels.join(', '), toLogLevel);
  addExamples(
    command,
    'toolcrib serve',
    'toolcrib serve --tools ./my-tools.ts --data ./data',
    'DATABASE_URL=postgres://… toolcrib serve --host 0.0.0.0 --allow-host tools.example.com',
  );
  bind<ServeFlags>(command, async (session, { options }) => {
    const { io, options: common } = session;
    noteIgnoredFolder(io, common, session.out);
    const server = await io.serve({
      port: options.port,
      host: options.host,
      allowHosts: options.allowHost,
      allowOrigins: options.allowOrigin,
      keepAliveMs: options.keepAlive === undefined ? undefined : options.keepAlive * 1000,
      trustProxies: options.trustProxy,
      proxyHeader: options.proxyHeader,
      tlsCertFile: options.tlsCert,
      tlsKeyFile: options.tlsKey,
      tlsPassphraseFile: options.tlsPassphraseFile,
      dataFolder: common.data,
      toolModules: common.tools,
      withExamples: common.examples,
      filesFolder: common.files,
      issuersFile: options.oidc,
      auditArguments: options.auditArguments,
      allowSelfApproval: options.allowSelfApproval,
      isolate: options.isolate,
      isolateThreads: options.isolateThreads,
      isolateMemoryMb: options.isolateMemory,
      graceMs: options.grace === undefined ? undefined : options.grace * 1000,
      keepCallsDays: options.keepCalls,
      approvalTimeout: options.approvalTimeout,
      maxMcpResultBytes: options.maxMcpResult,
      mcpTaskAfterMs: options.mcpTaskAfter === undefined ? undefined : options.mcpTaskAfter * 1000,
      maxPerKey: options.maxPerKey,
      logLevel: options.logLevel,
      isJson: common.json,
    });
    // Whoever started it is told if something did not come to its end.
    return (await server.closed) === 'cut' ? 1 : 0;
  });
};

function toPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function collectList(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())];
}

function toDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number of days, or 0 for ever.');
}

function collectLimit(
  text: string,
  before: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, kind, count] = /^([a-z]+)=(\d{1,9})$/i.exec(text) ?? [];
  if (kind !== undefined && Object.hasOwn(defaultMaxPerKey, kind))
    return { ...before, [kind]: Number(count) };
  const kinds = Object.keys(defaultMaxPerKey).join(', ');
  throw new InvalidArgumentError(`It is <kind>=<number>; the kinds are ${kinds}.`);
}

function toLogLevel(text: string): string {
  if (logLevels.some((level) => level === text)) return text;
  throw new InvalidArgumentError(`It is one of ${logLevels.join(', ')}.`);
}
