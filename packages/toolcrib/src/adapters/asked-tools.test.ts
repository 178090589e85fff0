import { describe, expect, it } from 'vitest';
import { AskedTools } from './asked-tools.ts';

const call = { tool: 'remove', providerCallId: 'a' };

describe('AskedTools', () => {
  it('tells another definition than the first that was asked about, once', () => {
    const asked = new AskedTools();

    asked.remember(call, 'sha256/v1:1');
    asked.remember(call, 'sha256/v1:2');

    expect(asked.takeIsOther({ ...call, tool: 'erase' }, 'sha256/v1:2')).toBe(false);
    expect(asked.takeIsOther(call, 'sha256/v1:2')).toBe(true);
    expect(asked.takeIsOther(call, 'sha256/v1:2')).toBe(false);
  });

  it('has nothing against what nobody here was asked about', () => {
    const asked = new AskedTools();

    asked.remember({ tool: 'remove' }, 'sha256/v1:1');
    asked.remember(call, 'sha256/v1:1');

    expect(asked.takeIsOther({ tool: 'remove' }, 'sha256/v1:2')).toBe(false);
    expect(asked.takeIsOther(call, 'sha256/v1:1')).toBe(false);
  });

  it('forgets the oldest of many questions', () => {
    const asked = new AskedTools();

    for (let id = 0; id <= 10_000; id++)
      asked.remember({ tool: 'remove', providerCallId: `${id}` }, 'sha256/v1:1');

    expect(asked.takeIsOther({ tool: 'remove', providerCallId: '0' }, 'sha256/v1:2')).toBe(false);
    expect(asked.takeIsOther({ tool: 'remove', providerCallId: '1' }, 'sha256/v1:2')).toBe(true);
  });
});
