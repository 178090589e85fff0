import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { signApproval } from '../../packages/toolcrib/src/runtime/gates/approval.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import { ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { startRuntime, tool } from '../runtime.ts';

describe('bytes in a Buffer of Node', () => {
  it('keys that the host wipes after the start do not become keys of zeros', async () => {
    const key = Buffer.from('k'.repeat(32));
    const { runtime, clock } = startRuntime([tool('pay', () => 'paid')], {
      gates: { keys: [key] },
      policy: () => ask('why'),
    });
    key.fill(0);
    void runtime.call({ tool: 'pay', args: {} });
    await clock.advance(0);
    const { gateId, invocationId, toolDigest, contentDigest, expiresAt } = (
      await runtime.gates.list()
    )[0] as OpenGate;
    const forged = signApproval(
      { gateId, invocationId, toolDigest, contentDigest, expiresAt, decision: 'approve', approver: 'eve' },
      new Uint8Array(32),
    );
    expect((await runtime.gates.settleSigned(forged)).status).toBe('invalid');
  });

  it('a result cannot be changed by its handler afterwards', async () => {
    const held = Buffer.from('harmless');
    const { runtime } = startRuntime([tool('read', () => held, { effect: 'read' })]);
    const record = await runtime.call({ tool: 'read', args: {} });
    held.write('EVIL!!!!');
    const { result } = record;
    expect(result?.kind === 'bytes' && new TextDecoder().decode(result.bytes)).toBe('harmless');
  });
});
