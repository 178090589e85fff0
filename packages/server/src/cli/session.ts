import { resolve } from 'node:path';
import { ToolcribError } from 'toolcrib';
import type { CliIo, LocalOptions } from './cli-io.ts';
import { type ApiClient, createApiClient, toPath } from './client/api-client.ts';
import { connectRemote } from './client/connect-remote.ts';
import { DEFAULT_DATA_FOLDER, type GlobalOptions } from './global-options.ts';
import { createOutput, type Output } from './output/output.ts';

const AFTER_ABORT_MS = 2000;

/** One run of a command. */
export interface CliSession {
  readonly io: CliIo;
  readonly options: GlobalOptions;
  readonly out: Output;
  readonly tenant: string;
  /** The API, of the service or in this process; connected when it is first asked for. */
  connect(): Promise<ApiClient>;
  /** The path of something of the tenant. */
  path(...segments: readonly string[]): string;
  /** Asks for something although the user wants to stop: to clean up. Whatever comes of it, nothing is thrown. */
  afterAbort(method: string, path: string): Promise<void>;
  close(): Promise<void>;
}

export function createSession(io: CliIo, options: GlobalOptions): CliSession {
  const out = createOutput({ ...io, isJson: options.json === true });
  let client: Promise<ApiClient> | undefined;
  const connectOnce = (): Promise<ApiClient> => {
    client ??= connect(io, options, out).then((connection) => createApiClient(connection, io.signal));
    return client;
  };
  return {
    io,
    options,
    out,
    tenant: options.tenant,
    path: (...segments) => `/v1${toPath('tenants', options.tenant, ...segments)}`,
    connect: connectOnce,
    async afterAbort(method, path) {
      try {
        const { connection } = await connectOnce();
        await createApiClient(connection, AbortSignal.timeout(AFTER_ABORT_MS)).ask(method, path);
      } catch {
        // The user has stopped already; there is nobody to tell.
      }
    },
    async close() {
      // If it could not connect, whoever asked was told.
      const connected = await client?.catch(() => undefined);
      await connected?.connection.close();
    },
  };
}

async function connect(io: CliIo, options: GlobalOptions, out: Output): ReturnType<CliIo['connectLocal']> {
  const url = chooseUrl(io, options);
  if (url === undefined) {
    noteIgnoredFolder(io, options, out);
    return await io.connectLocal(toLocalOptions(io, options));
  }
  const key = options.key ?? (io.env.TOOLCRIB_KEY || undefined);
  return connectRemote({ url, key, fetch: io.fetch, onInsecure: out.warn });
}

/** The address of a service; undefined to work on the local database. What was typed wins over the environment. */
export function chooseUrl(io: Pick<CliIo, 'env'>, options: GlobalOptions): string | undefined {
  if (options.url !== undefined && options.data !== undefined) {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      'Give --url for a service or --data for a local database, not both.',
    );
  }
  if (options.url !== undefined) return options.url;
  return options.data === undefined ? io.env.TOOLCRIB_URL || undefined : undefined;
}

/** Says which of two variables names the local database, if both are set. */
export function noteIgnoredFolder(
  { env }: Pick<CliIo, 'env'>,
  options: GlobalOptions,
  out: Pick<Output, 'note'>,
): void {
  if (options.data !== undefined || !env.DATABASE_URL || !env.TOOLCRIB_DATA) return;
  out.note('The database is that of DATABASE_URL, not of TOOLCRIB_DATA. Only --data has precedence over it.');
}

/** Where the local database is, and which code this process has. */
export function toLocalOptions(io: Pick<CliIo, 'env' | 'cwd'>, options: GlobalOptions): LocalOptions {
  return {
    dataFolder: resolve(io.cwd, options.data ?? (io.env.TOOLCRIB_DATA || DEFAULT_DATA_FOLDER)),
    databaseUrl: options.data === undefined ? io.env.DATABASE_URL || undefined : undefined,
    toolModules: (options.tools ?? []).map((file) => resolve(io.cwd, file)),
    withExamples: options.examples,
    filesFolder: options.files === undefined ? undefined : resolve(io.cwd, options.files),
  };
}
