import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { createToolRegistry } from '../core/sealed-tool-registry.ts';
import { createRuntime } from './runtime.ts';

const resolver = createToolRegistry([]);

describe('the options of a runtime', () => {
  it.each([
    { name: 'nothing', options: undefined, option: 'resolver' },
    { name: 'no resolver', options: {}, option: 'resolver' },
    { name: 'an unknown option', options: { resolver, tools: [] }, option: 'tools' },
    { name: 'a policy that is no function', options: { resolver, policy: 'deny' }, option: 'policy' },
    { name: 'half a ledger', options: { resolver, ledger: { insert: () => undefined } }, option: 'ledger' },
    { name: 'half an artifact store', options: { resolver, artifacts: {} }, option: 'artifacts' },
    { name: 'half a clock', options: { resolver, clock: { now: Date.now } }, option: 'clock' },
    { name: 'telemetry that is none', options: { resolver, telemetry: {} }, option: 'telemetry' },
    { name: 'an unknown limit', options: { resolver, limits: { timeout: 5 } }, option: 'limits.timeout' },
    {
      name: 'a limit that is no number',
      options: { resolver, limits: { timeoutMs: '5' } },
      option: 'limits.timeoutMs',
    },
    { name: 'no time at all', options: { resolver, limits: { timeoutMs: 0 } }, option: 'limits.timeoutMs' },
    {
      name: 'time without end',
      options: { resolver, limits: { timeoutMs: Number.POSITIVE_INFINITY } },
      option: 'limits.timeoutMs',
    },
    {
      name: 'a short key',
      options: { resolver, gates: { keys: [new Uint8Array(16)] } },
      option: 'gates.keys',
    },
    { name: 'gates that are none', options: { resolver, gates: null }, option: 'gates' },
    { name: 'keys that are no list', options: { resolver, gates: { keys: 'abc' } }, option: 'gates.keys' },
    { name: 'a typing error in gates', options: { resolver, gates: { key: [] } }, option: 'gates.key' },
    { name: 'limits that are none', options: { resolver, limits: null }, option: 'limits' },
    { name: 'a ledger that is none', options: { resolver, ledger: null }, option: 'ledger' },
    { name: 'a caller that is none', options: { resolver, caller: null }, option: 'caller' },
    { name: 'a caller without an id', options: { resolver, caller: {} }, option: 'caller' },
    { name: 'an empty owner', options: { resolver, owner: '' }, option: 'owner' },
  ])('are refused with $name, by name', ({ options, option }) => {
    // Wrong on purpose.
    const error = errorOf(() => createRuntime(options as never));

    expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
  });

  it('need nothing but a resolver', async () => {
    const runtime = createRuntime({ resolver });

    expect((await runtime.call({ tool: 'none', args: {} })).status).toBe('unknown_tool');
  });
});
