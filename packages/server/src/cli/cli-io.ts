import type { RunningServer, ServeOptions } from '../serve/serve-options.ts';
import type { ApiConnection } from './client/api-client.ts';
import type { LoadSpecs } from './read-specs.ts';

/** Where text goes. */
export interface TextSink {
  /** Resolves when more may be written; only whoever writes much need wait for it. */
  write(text: string): Promise<void>;
  readonly isTTY: boolean;
  /** Of the terminal; undefined if it is none. */
  readonly columns: number | undefined;
}

/** What a local command needs to know to work without a service. */
export interface LocalOptions {
  /** The folder with the SQLite file. */
  readonly dataFolder: string;
  /** PostgreSQL instead of it. */
  readonly databaseUrl: string | undefined;
  /** Modules with tools, beside the examples; without them nothing but the catalogue can be used. */
  readonly toolModules: readonly string[];
  readonly withExamples: boolean;
  /** What the example tools see. @default `files` in the data folder */
  readonly filesFolder?: string | undefined;
}

/** What `toolcrib mcp` offers. */
export interface McpOptions extends LocalOptions {
  readonly tenant: string;
  /** Undefined for all tools of the tenant. */
  readonly toolset: string | undefined;
}

/** The world of a command: all that it reads and writes. Nothing else of the process is touched. */
export interface CliIo {
  readonly stdin: { readonly isTTY: boolean /** Everything until its end. */; read(): Promise<string> };
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted when the user wants to stop. */
  readonly signal: AbortSignal;
  readonly nodeVersion: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same handler that a service has, in this process, over a local database. */
  readonly connectLocal: (options: LocalOptions) => Promise<ApiConnection>;
  readonly loadSpecs: LoadSpecs;
  /** Starts a service in this process; it stops by itself when the user wants to stop. */
  readonly serve: (options: ServeOptions) => Promise<RunningServer>;
  /** Speaks MCP over standard input and output until the client goes. */
  readonly serveMcp: (options: McpOptions) => Promise<void>;
}
