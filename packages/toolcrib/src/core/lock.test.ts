import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from './define-tool.ts';
import { assertLocked, isDigest, lockTools, type ToolLock } from './lock.ts';

function tool(name: string) {
  return defineTool({ name, description: name, inputSchema: { type: 'object' }, handler: () => name });
}

const { digest, authorityDigest } = tool('a');
const tools = new Map([['a', tool('a')]]);

describe('assertLocked', () => {
  it('[S6] takes what a lock says beside the digests as it is', () => {
    const lock = {
      lockVersion: 2,
      tools: { a: { digest, authorityDigest, source: 'https://a.example' } },
      set: 'anything',
    } as const;

    expect(() => assertLocked(tools, lock)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'sha256/v1:',
    digest.toUpperCase(),
    digest.slice(0, -1),
    `${digest}\n`,
    `${digest}0`,
    digest.replace('v1', 'v2'),
    [digest],
  ])('[S6] refuses a lock with the digest %j', (wrong) => {
    const lock = { lockVersion: 2, tools: { a: { digest: wrong, authorityDigest } } } as unknown as ToolLock;
    const other = { lockVersion: 2, tools: { a: { digest, authorityDigest: wrong } } } as unknown as ToolLock;

    expect(isDigest(wrong)).toBe(false);
    for (const refused of [lock, other]) {
      expect(errorOf(() => assertLocked(tools, refused))).toMatchObject({
        code: 'E_INVALID_OPTION',
        context: { option: 'lock' },
      });
    }
  });

  it.each([
    { lockVersion: 2, tools: { a: Object.create({ digest, authorityDigest }) } },
    { lockVersion: 2, tools: { a: null } },
    Object.create({ lockVersion: 2, tools: { a: { digest, authorityDigest } } }),
  ])('[S6] does not take what a lock inherits for its own', (lock: ToolLock) => {
    expect(errorOf(() => assertLocked(tools, lock)).code).toBe('E_INVALID_OPTION');
  });

  it('[S6] does not take what was given to all objects for a digest', () => {
    const polluted = Object.prototype as { digest?: string; authorityDigest?: string };
    Object.assign(polluted, { digest, authorityDigest });
    try {
      const lock = { lockVersion: 2, tools: { a: {} } } as unknown as ToolLock;

      expect(errorOf(() => assertLocked(tools, lock)).code).toBe('E_INVALID_OPTION');
    } finally {
      delete polluted.digest;
      delete polluted.authorityDigest;
    }
  });

  it('[S6] says what to do about a lock of before, which holds no authority', () => {
    const old = { lockVersion: 1, tools: { a: { digest } } } as unknown as ToolLock;

    expect(errorOf(() => assertLocked(tools, old))).toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining('lock them again'),
    });
  });

  it('[S6] locks a tool that is named like the prototype', () => {
    const odd = new Map([['__proto__', tool('__proto__')]]);
    const lock = lockTools(odd.values());

    expect(() => assertLocked(odd, JSON.parse(JSON.stringify(lock)))).not.toThrow();
    expect(errorOf(() => assertLocked(new Map(), lock)).context.differences).toMatchObject([
      { name: '__proto__', kind: 'missing' },
    ]);
  });
});
