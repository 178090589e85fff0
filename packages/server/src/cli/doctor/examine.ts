import { resolve } from 'node:path';
import { ToolcribError } from 'toolcrib';
import type { ApiClient } from '../client/api-client.ts';
import { ApiProblem } from '../client/api-problem.ts';
import { hintOf } from '../output/hints.ts';
import { type CliSession, chooseUrl, toLocalOptions } from '../session.ts';
import { checkClock } from './check-clock.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkIssuers } from './check-issuers.ts';
import { checkMcp } from './check-mcp.ts';
import { checkNode } from './check-node.ts';
import { checkPort } from './check-port.ts';
import { checkReadiness } from './check-readiness.ts';
import { checkTools } from './check-tools.ts';
import { checkWho } from './check-who.ts';
import type { Finding } from './finding.ts';

/** Looks at everything, from the ground up. What stands on something that failed is not looked at. */
export async function examine(session: CliSession): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of look(session)) {
    findings.push(finding);
    if (finding.status === 'fail') break;
  }
  return findings;
}

async function* look(session: CliSession): AsyncGenerator<Finding, void> {
  const { io, options } = session;
  const local = chooseUrl(io, options) === undefined ? toLocalOptions(io, options) : undefined;
  yield checkNode(io.nodeVersion);
  if (io.env.TOOLCRIB_OIDC) yield await checkIssuers(resolve(io.cwd, io.env.TOOLCRIB_OIDC));
  if (local !== undefined) yield await checkPort(io.fetch);
  if (local?.databaseUrl === undefined && local !== undefined) yield await checkDataFolder(local.dataFolder);
  const client = await session.connect().catch((error: unknown) => toFailure('database', error));
  if ('status' in client) return yield client;
  for (const [name, check] of checks) {
    const finding = await attempt(name, () => check(client, session), session);
    if (finding !== undefined) yield finding;
  }
}

/** In the order in which they stand on one another. */
const checks: readonly (readonly [name: string, check: Check])[] = [
  ['service', checkReadiness],
  ['clock', checkClock],
  ['key', checkWho],
  ['tools', checkTools],
  ['mcp', checkMcp],
];

type Check = (client: ApiClient, session: CliSession) => Promise<Finding | undefined>;

async function attempt(
  name: string,
  check: () => Promise<Finding | undefined>,
  { io }: CliSession,
): Promise<Finding | undefined> {
  try {
    return await check();
  } catch (error) {
    if (io.signal.aborted) throw error;
    return toFailure(name, error);
  }
}

function toFailure(check: string, error: unknown): Finding {
  const isKnown = error instanceof ApiProblem || error instanceof ToolcribError;
  if (!isKnown) return { check, status: 'fail', found: 'It failed in an unexpected way.' };
  const fix = hintOf(error, error.code);
  return { check, status: 'fail', found: `${error.code}: ${error.message}`, fix };
}
