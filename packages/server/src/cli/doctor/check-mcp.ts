import { type ApiClient, toPath } from '../client/api-client.ts';
import { ApiProblem } from '../client/api-problem.ts';
import type { CliSession } from '../session.ts';
import type { Finding } from './finding.ts';

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'toolcrib-doctor', version: '1.0.0' },
  },
};

/** Whether an MCP client would get an answer. */
export async function checkMcp(client: ApiClient, { tenant }: CliSession): Promise<Finding> {
  const check = 'mcp';
  const path = toPath('mcp', tenant);
  try {
    const answer = await client.open('POST', path, {
      body: hello,
      headers: { accept: 'application/json, text/event-stream' },
    });
    const text = await answer.text();
    if (text.includes('"serverInfo"')) return { check, status: 'ok', found: `${path} answers.` };
    return { check, status: 'fail', found: `${path} answers with something else than MCP.` };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'E_FORBIDDEN') throw error;
    return { check, status: 'warn', found: 'The key may not call tools, so it may not use MCP.' };
  }
}
