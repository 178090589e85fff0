import { describe, expect, it } from 'vitest';
import { type ApiDouble, runCli } from '../../../../../test/cli/run-cli.ts';
import { columnsOf } from '../output/columns.ts';

const TERMINAL = 80;
const at = '2026-11-16T03:09:41.044Z';
const keyId = 'key:fKvOuk80Rq06LZWW';
const digest = `sha256/v1:${'5'.repeat(64)}`;
const tool = 'summarize_customer_conversation';
const reason = 'It sends what it reads to an address that nobody knows.';
const description = 'Summarizes a conversation with a customer in three sentences.';

const items =
  (...list: readonly object[]): ApiDouble =>
  () => ({ items: list, nextCursor: null });

const worlds: Readonly<Record<string, ApiDouble>> = {
  calls: items(
    ...['invalid_result', 'ok'].map((state) => ({
      ...{ id: '1m7h59x9mevjqvjjm8wk6wgtq8', tool, state, acceptedAt: at, ranMs: 30_005.123 },
      callerId: keyId,
    })),
  ),
  keys: items({
    ...{ id: 'fKvOuk80Rq06LZWW', name: 'support team, second agent', status: 'revoked', createdBy: keyId },
    ...{ expiresAt: at, lastUsedAt: at },
    grants: [{ tenant: 'default', roles: ['caller', 'viewer'], scopes: ['orders:read', 'mail:send'] }],
  }),
  audit: items({
    ...{ sequence: 123_456, at, action: 'tool-call-end', subject: tool, actor: keyId },
    ...{ outcome: 'failed', code: 'E_INVALID_TOOL_ARGS' },
  }),
  gates: items({
    ...{ id: '1m7rt310293ct1nfct5kpd7mv3.0', tool, callerName: 'support team, second agent' },
    ...{ expiresAt: at, prompt: 'Destructive tools need the approval of a person.' },
  }),
  tenants: items({
    name: 'customers-of-europe-and-asia',
    title: description,
    createdAt: at,
    createdBy: keyId,
  }),
  toolsets: items({
    name: 'customers-of-europe-and-asia',
    revision: 12,
    toolCount: 14,
    appliedAt: at,
    description,
  }),
  drafts: items({ name: tool, version: '2.0.0-beta.1', since: at, by: keyId, findings: [{}], reason }),
  quarantine: items({ name: tool, hasTool: true, quarantine: { since: at, by: keyId, reason } }),
  'list --all': items({
    name: tool,
    version: '2.0.0-beta.1',
    status: 'quarantined',
    binding: 'unbound',
    description,
  }),
  events: () => ({
    items: [
      {
        cursor: '123456',
        type: 'tool-call-end',
        data: { at, toolName: tool, status: 'invalid_result', by: keyId },
      },
    ],
    cursor: '123456',
  }),
  whoami: () => ({
    ...{ id: keyId, name: 'first agent' },
    tenants: [
      {
        tenant: 'customers-of-europe-and-asia',
        permissions: ['calls:create', 'tools:read'],
        scopes: ['orders:read'],
      },
    ],
  }),
};

describe('the tables of the command line', () => {
  it.each(Object.entries(worlds))('fit a terminal of 80 columns: %s', async (line, api) => {
    const env = { NO_COLOR: '1' };
    const { code, stdout } = await runCli(line.split(' '), { api, columns: TERMINAL, env });

    expect(code).toBe(0);
    expect(stdout).toMatch(/summari|customers-|support/);
    expect(stdout.split('\n').filter((text) => columnsOf(text) > TERMINAL)).toEqual([]);
  });

  it('shows the policies of a toolset rather than its digests', async () => {
    const policy = { autonomy: 'ask', requires: ['notes:write', 'notes:read'] };
    const toolset = {
      definition: { tools: [{ tool: 'delete_note', policy }] },
      pins: [{ tool: 'delete_note', version: '1.0.0', digest }],
    };
    const show = (columns?: number) =>
      runCli(['toolsets', 'show', 'x'], { api: () => toolset, ...(columns !== undefined && { columns }) });

    expect((await show(TERMINAL)).stdout).toContain('ask, requires notes:write notes:read');
    expect((await show(TERMINAL)).stdout).not.toContain('DIGEST');
    expect((await show()).stdout).toContain(digest);
  });
});
