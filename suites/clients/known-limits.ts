import type { CheckName } from './checks.ts';

/** Something that a client cannot do, whatever the service does. */
export interface Limit {
  readonly client: string;
  readonly check: CheckName;
  /** `part` if what matters most works. */
  readonly extent: 'no' | 'part';
  /** What the check says about it; if it says anything else, that is no limit of the client. */
  readonly problem: RegExp;
  readonly reason: string;
  /** In the package of the client, as far as nothing else is named. */
  readonly seenIn: string;
}

const notTold = /^The client is not told\./;
const noProgress = /^No progress arrives\./;
const noTasks = /^The client has no tasks\./;

/** What does not work, and why. Whatever else fails, and whatever works of these, is an error. */
export const knownLimits: readonly Limit[] = [
  {
    client: 'Inspector',
    check: 'progress',
    extent: 'no',
    problem: noProgress,
    reason: 'Its command line prints the result only.',
    seenIn: '--help: no flag for progress',
  },
  {
    client: 'AI SDK',
    check: 'progress',
    extent: 'no',
    problem: noProgress,
    reason: 'The client has no API for progress.',
    seenIn: 'dist/index.d.ts: RequestOptions',
  },
  {
    client: 'OpenAI Agents',
    check: 'progress',
    extent: 'no',
    problem: noProgress,
    reason: 'The client has no API for progress.',
    seenIn: '@openai/agents-core, dist/mcp.d.ts: MCPCallToolOptions',
  },
  {
    client: 'LangChain',
    check: 'error',
    extent: 'part',
    problem: /Received tool input did not match expected schema/,
    reason:
      'Errors of tools are thrown with their text. Wrong arguments never leave the client, which does not say which ones are wrong.',
    seenIn: '@langchain/core, dist/tools/index.js: verboseParsingErrors is off',
  },
  {
    client: 'LangChain',
    check: 'list changed',
    extent: 'part',
    problem: /^The next list still has the tool\./,
    reason:
      'The program is told (`onToolsListChanged`), but `getTools()` keeps its first list; make a new client then.',
    seenIn: 'dist/client.js: _initializeConnection',
  },
  {
    client: 'Inspector',
    check: 'list changed',
    extent: 'part',
    problem: notTold,
    reason: 'It is one process for each request; the next list is right.',
    seenIn: '--help',
  },
  {
    client: 'AI SDK',
    check: 'list changed',
    extent: 'part',
    problem: notTold,
    reason: 'The client has no API for it; the next list is right.',
    seenIn: 'dist/index.d.ts: MCPClient',
  },
  {
    client: 'OpenAI Agents',
    check: 'list changed',
    extent: 'part',
    problem: notTold,
    reason: 'The client has no API for it; the next list is right.',
    seenIn: '@openai/agents-core, dist/mcp.d.ts: MCPServerStreamableHttp',
  },
  ...[
    { client: 'SDK v1', seenIn: 'dist/esm/experimental/tasks: the tasks of 2025-11-25 only' },
    { client: 'SDK v2', seenIn: 'speaks 2025-11-25, which the extension is not for' },
    { client: 'mcp-remote', seenIn: 'README.md; the client before it is SDK v1' },
    { client: 'AI SDK', seenIn: 'dist/index.d.ts: MCPClient' },
    { client: 'LangChain', seenIn: 'dist/client.d.ts: MultiServerMCPClient' },
    { client: 'Mastra', seenIn: 'dist/client/configuration.d.ts: MCPClient' },
    { client: 'OpenAI Agents', seenIn: '@openai/agents-core, dist/mcp.d.ts: MCPServerStreamableHttp' },
  ].map(
    ({ client, seenIn }): Limit => ({
      ...{ client, seenIn, check: 'tasks', extent: 'no', problem: noTasks },
      reason: 'The client does not know the extension; `call_result` gives the outcome.',
    }),
  ),
];
