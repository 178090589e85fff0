import { ConfigError, type Tool } from 'toolcrib';
import { systemClock } from 'toolcrib/runtime';
import type { OidcIssuer } from '../auth/oidc-issuer.ts';
import { CallTracker } from '../isolate/unhandled-errors.ts';
import { type Listener, listen } from '../node/listen.ts';
import type { TlsPair } from '../node/tls-pair.ts';
import { loadTelemetry } from '../operations/load-telemetry.ts';
import { createLog, type Log } from '../operations/log.ts';
import { createService, type RunningService } from '../service/create-service.ts';
import { openServiceDatabase } from '../store/open-service-database.ts';
import type { ServiceDatabase } from '../store/service-database.ts';
import { createCheckPool } from '../workers/create-check-pool.ts';
import { assertFilesFolder } from './assert-files-folder.ts';
import { type Cleanup, createCleanup } from './cleanup.ts';
import { countTools } from './count-tools.ts';
import { FaultReporter } from './fault-reporter.ts';
import { findValidityProblem } from './find-validity-problem.ts';
import { type IsolationParts, isolateSource, trackSource } from './isolate-sources.ts';
import { loadIssuers } from './load-issuers.ts';
import { loadTlsPair, nameTlsFiles, readTlsPair, type TlsFiles } from './load-tls-pair.ts';
import { joinTools, loadTools, type ToolSource } from './load-tools.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { makeFirstKeys } from './make-first-keys.ts';
import { prepareFiles } from './prepare-files.ts';
import { reachableUrl } from './reachable-url.ts';
import { readServeOptions, type ServeSettings } from './read-serve-options.ts';
import type { RunningServer, ServeIo, ServeOptions } from './serve-options.ts';
import { type StartFacts, startBanner, startLine } from './start-banner.ts';
import { stopServer } from './stop-server.ts';
import { TlsReloader } from './tls-reloader.ts';

/** The name of the one service of a data folder among the owners of calls; see `RuntimeOptions.owner`. */
const OWNER = 'serve';

/**
 * Starts a service as the command line does: opens the database, loads the tools, listens, makes the first key, and tells
 * all that on `io.stdout`. If it cannot start, it leaves nothing open.
 *
 * @throws ConfigError `E_INVALID_OPTION`, also for a port that is taken, or `E_TOOL_ALREADY_REGISTERED`.
 * @throws ToolcribError `E_STORE_…` for a database that cannot be opened, or a data folder that another service uses.
 */
export async function serve(options: ServeOptions, io: ServeIo): Promise<RunningServer> {
  const settings = readServeOptions(options, io);
  const cleanup = createCleanup();
  try {
    return await start({ settings, io, cleanup });
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

type Start = { readonly settings: ServeSettings; readonly io: ServeIo; readonly cleanup: Cleanup };

async function start({ settings, io, cleanup }: Start): Promise<RunningServer> {
  const { graceMs, isJson } = settings;
  const log = createLog({
    level: settings.logLevel,
    hasStacks: true,
    write: (line) => void io.stderr.write(line),
  });
  const faults = new FaultReporter({ log, clock: systemClock, exit: (code) => io.exit(code) });
  const isolation = { settings: settings.isolation, faults, clock: systemClock, cleanup };
  const calls = new CallTracker();
  // First what most often goes wrong, before anything is made on the disk.
  const loaded = await loadTools(settings.toolModules);
  const issuers = settings.issuersFile === undefined ? [] : await loadIssuers(settings.issuersFile);
  const { tlsFiles } = settings.connections;
  const tls = tlsFiles === undefined ? undefined : await loadTlsPair(tlsFiles);
  // From here on modules may leave errors behind. It is the last thing that is taken back.
  const unwatch = io.onUnhandled((error, kind) => {
    faults.onUnhandled({ error, kind, call: calls.current() });
  });
  cleanup.add(async () => unwatch());
  if (settings.withExamples) await assertFilesFolder(settings);
  const database = await openDatabase({ settings, log }, cleanup);
  const own = loaded.map((source) =>
    settings.isolation.hasModules
      ? isolateSource(source, { kind: 'module', file: source.source }, isolation)
      : trackSource(source, calls),
  );
  const tools = joinTools([...(await makeExamples(settings, isolation)), ...own]);
  const { running, listener } = await open({ settings, database, tools, issuers, log, tls }, cleanup);
  if (tlsFiles !== undefined && tls !== undefined)
    followTlsFiles({ files: tlsFiles, current: tls, listener, io, log }, cleanup);
  faults.attach(running.service);
  const keys = await makeFirstKeys(running.service, { isAlone: database.kind === 'sqlite' });
  const url = reachableUrl({ ...settings, url: listener.url });
  tell(io, isJson, {
    url,
    place: database.place,
    tools: await countTools(await running.service.tenants.open('default'), tools),
    filesFolder: settings.withExamples ? settings.files.folder : undefined,
    keys,
    // Set by npm for whatever it runs: then there may be no such command outside of it.
    command: io.env.npm_command === undefined ? 'toolcrib' : 'npx toolcrib',
    dataFolder: settings.databaseUrl === undefined ? settings.dataFolder : undefined,
    isLoopback: settings.isLoopback,
    isEncrypted: tls !== undefined,
    tlsProblem: tls && findValidityProblem(tls.cert, systemClock.now())?.message,
    refused: Object.values(running.published).flatMap(({ refused }) => refused),
  });
  return Object.freeze({
    url,
    adminKey: keys.kind === 'made' ? keys.adminKey : undefined,
    agentKey: keys.kind === 'made' ? keys.agentKey : undefined,
    ...stopServer(cleanup, { io, log, graceMs, isQuiet: isJson }),
  });
}

async function openDatabase(
  { settings, log }: Pick<Parts, 'settings' | 'log'>,
  cleanup: Cleanup,
): Promise<ServiceDatabase> {
  const { databaseUrl, dataFolder } = settings;
  if (databaseUrl === undefined) {
    await makeDataFolder(dataFolder);
    const lock = await lockDataFolder(dataFolder);
    cleanup.add(() => lock.release());
  }
  const onFault = (error: unknown) => log.error('The database failed behind a request', error);
  const database = await openServiceDatabase({ dataFolder, databaseUrl }, { onFault });
  cleanup.add(() => database.close());
  return database;
}

async function makeExamples(
  { withExamples, files, isolation: { hasExamples } }: ServeSettings,
  isolation: IsolationParts,
): Promise<readonly ToolSource[]> {
  if (!withExamples) return [];
  await prepareFiles(files);
  const { folder } = files;
  const { exampleTools } = await import('../example-tools/example-tools.ts');
  const source = { source: 'the examples', tools: exampleTools({ folder }) };
  return [hasExamples ? isolateSource(source, { kind: 'examples', folder }, isolation) : source];
}

type Parts = {
  readonly settings: ServeSettings;
  readonly database: ServiceDatabase;
  readonly tools: readonly Tool[];
  readonly issuers: readonly OidcIssuer[];
  readonly log: Log;
  readonly tls: TlsPair | undefined;
};

async function open(
  { settings, database, tools, issuers, log, tls }: Parts,
  cleanup: Cleanup,
): Promise<{ readonly running: RunningService; readonly listener: Listener }> {
  const { hosts, origins, auditArguments, allowSelfApproval, host, port, graceMs } = settings;
  const { keepCallsDays, gateTimeoutMs, maxMcpResultBytes, mcpTaskAfterMs, maxPerKey } = settings;
  const traces = await loadTelemetry({ ...settings.traces, log });
  if (traces !== undefined) cleanup.add(() => traces.close());
  const checks = createCheckPool({ log });
  cleanup.add(() => checks.close());
  const running = await createService({
    checksFor: (tenant) => checks.of(tenant),
    database,
    tools,
    hosts,
    origins,
    issuers,
    auditArguments,
    allowSelfApproval,
    keepCallsDays,
    gateTimeoutMs,
    maxMcpResultBytes,
    mcpTaskAfterMs,
    maxPerKey,
    log,
    telemetry: traces?.telemetry,
    // On PostgreSQL there may be several, and none knows of the others.
    ...(database.kind === 'sqlite' && { owner: OWNER }),
  });
  cleanup.add(() => running.close());
  const handler = traces?.trace(running.fetch) ?? running.fetch;
  const onFault = (error: unknown) => log.error('A connection failed', error);
  const { tlsFiles: _, ...connections } = settings.connections;
  const listener = await listen({
    ...{ handler, hostname: host, port, onFault, tls },
    ...connections,
  }).catch(nameTheFlag);
  cleanup.add(() => listener.close(graceMs));
  // Before it: a subscription is the answer to a POST, which the listener would wait for as for a running call.
  cleanup.add(() => running.drain());
  return { running, listener };
}

type TlsParts = {
  readonly files: TlsFiles;
  readonly current: TlsPair;
  readonly listener: Listener;
  readonly io: ServeIo;
  readonly log: Log;
};

/** Uses the certificate that is in the files, also once they have changed. */
function followTlsFiles({ files, current, listener, io, log }: TlsParts, cleanup: Cleanup): void {
  const load = () => readTlsPair(files);
  const replace = (pair: TlsPair) => nameTlsFiles(files, () => listener.replaceTls(pair));
  const reloader = new TlsReloader({ current, load, replace, log, clock: systemClock });
  cleanup.add(() => reloader.close());
  // Of a terminal, the signal says that it was closed, and the process ends by it.
  if (io.stdout.isTTY) return;
  const unlisten = io.onReload(() => void reloader.reload());
  cleanup.add(async () => unlisten());
}

/** Says how the address is chosen on the command line. */
function nameTheFlag(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  const message = `${error.message} The address is chosen with --port and --host.`;
  throw new ConfigError(error.code, message, { context: error.context, cause: error });
}

function tell(io: ServeIo, isJson: boolean, facts: StartFacts): void {
  const { isTTY, columns } = io.stdout;
  const hasColors = isTTY && !io.env.NO_COLOR;
  io.stdout.write(isJson ? startLine(facts) : startBanner(facts, { hasColors, columns }));
}
