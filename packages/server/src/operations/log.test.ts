import fc from 'fast-check';
import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from './log.ts';

function open(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: createFakeClock(), ...options });
  return { log, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const canary = 'K7pQ2vXw9LmN4rTz8BcD1fGh3JkS5yUa6EoRiWqZxVb';
const ownKey = `tcrib_AbCdEfGh12345678_${canary}`;
const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.${canary}`;

describe('createLog', () => {
  it('writes one JSON object per line, with level, time, message and facts', () => {
    const { log, lines, read } = open();

    log.info('request', { route: 'getTool', status: 200, isSlow: false, tenant: null, principal: undefined });
    log.warn('look\nhere');

    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(read()).toEqual([
      {
        level: 'info',
        time: '2026-01-01T00:00:00.000Z',
        route: 'getTool',
        status: 200,
        isSlow: false,
        tenant: null,
        message: 'request',
      },
      { level: 'warn', time: '2026-01-01T00:00:00.000Z', message: 'look\nhere' },
    ]);
  });

  it('has no secret in any line, wherever it was put', () => {
    const secrets = [
      ownKey,
      `Bearer ${canary}`,
      `authorization: Bearer ${ownKey}`,
      `bearer ${jwt}`,
      jwt,
      `Basic ${canary}`,
      `Cookie: session=${canary}`,
      `Set-Cookie: session=${canary}; HttpOnly`,
      `postgres://toolcrib:${canary}@db:5432/toolcrib`,
      `password="${canary}"`,
      `?api_key=${canary}1`,
    ];
    const names = [
      'authorization',
      'Authorization',
      'cookie',
      'set-cookie',
      'key',
      'apiKey',
      'api_key',
      'token',
      'secret',
      'password',
      'databaseUrl',
    ];
    const around = fc.string({ unit: 'binary-ascii', maxLength: 20 }).map((text) => ` ${text} `);
    fc.assert(
      fc.property(fc.constantFrom(...secrets), around, around, (secret, before, after) => {
        const { log, lines } = open({ hasStacks: true });
        const text = `${before}${secret}${after}`;
        const error = new Error(text, { cause: new Error(text) });

        log.info(text, { url: text });
        log.warn(text, { remoteAddress: text });
        log.error(text, error, { subject: text });
        log.error('failed', new ToolcribError('E_STORE_FAILED', text, { cause: error, context: { text } }));
        log.error('failed', Object.assign(new Error(text), { code: secret, name: text }));
        log.error('failed', text);

        expect(lines.join('')).not.toContain(canary);
      }),
      { numRuns: 500 },
    );
    const { log, lines } = open();
    for (const name of names) log.info('request', { [name]: canary });
    expect(lines.join('')).not.toContain(canary);
  });

  it('tells which key it was, but not the key', () => {
    const { log, read } = open();

    log.info('refused', { subject: ownKey });

    expect(read()[0]?.subject).toBe('tcrib_AbCdEfGh12345678_[redacted]');
  });

  it('tells whose token it was, but not the token', () => {
    const { log, read } = open();

    log.info('request', { principal: 'token:https://login.example.com/#ann' });
    log.info('request', { principal: `token:${canary}`, detail: `token:https://${canary}` });

    const [first, ...others] = read();
    expect(first?.principal).toBe('token:https://login.example.com/#ann');
    expect(JSON.stringify(others)).not.toContain(canary);
  });

  it('has no half of a secret where a long text is cut', () => {
    const secret = `postgres://app:${canary}@db`;
    for (let before = 2_048 - secret.length; before < 2_048; before += 1) {
      const { log, lines } = open();

      log.warn(`${'x'.repeat(before - 1)} ${secret} ${'y'.repeat(100)}`);

      expect(lines.join()).not.toContain(canary.slice(0, 6));
      expect(lines.join()).toContain('…');
    }
  });

  it('names errors by kind and code, and never by their message', () => {
    const { log, read } = open();
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' });

    log.error('the database is away', new ToolcribError('E_STORE_FAILED', 'secret text', { cause }));
    log.error('odd', { anything: 'secret text' });

    expect(read()).toMatchObject([
      {
        errorName: 'ToolcribError',
        errorCode: 'E_STORE_FAILED',
        causeName: 'Error',
        causeCode: 'ECONNREFUSED',
      },
      { errorName: 'object' },
    ]);
    expect(JSON.stringify(read())).not.toMatch(/secret text|10\.0\.0\.1/);
  });

  it('says what a database reported and what to do, however deep it is, and no value of a row', () => {
    const { log, read } = open();
    const sqlite = Object.assign(new Error('secret'), {
      ...{ code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' },
    });
    const state = (code: string, message: string) =>
      Object.assign(new Error(message), { code, severity: 'ERROR' });
    const refused = Object.assign(new Error('secret'), { code: 'ECONNREFUSED', syscall: 'connect' });

    const full = new ToolcribError('E_STORE_FULL', 'secret', { cause: sqlite });
    log.error('a', new ToolcribError('E_AUDIT_FAILED', 'secret', { cause: full }));
    log.error(
      'b',
      new ToolcribError('E_STORE_READ_ONLY', 'secret', { cause: state('25006', 'cannot execute INSERT') }),
    );
    log.error('c', new ToolcribError('E_STORE_FAILED', '', { cause: state('22P02', 'secret') }));
    log.error('d', new ToolcribError('E_STORE_FAILED', '', { cause: new AggregateError([refused], '') }));

    expect(read()).toMatchObject([
      {
        ...{ errorCode: 'E_AUDIT_FAILED', causeCode: 'E_STORE_FULL' },
        reason: 'database or disk is full (SQLite 13)',
        hint: expect.stringContaining('Free space'),
      },
      {
        ...{ errorCode: 'E_STORE_READ_ONLY', causeCode: '25006' },
        reason: 'cannot execute INSERT (PostgreSQL 25006)',
        hint: expect.stringContaining('writable'),
      },
      { reason: 'PostgreSQL 22P02' },
      { reason: 'connect ECONNREFUSED' },
    ]);
    expect(JSON.stringify(read())).not.toContain('secret');
  });

  it('names the issuer that could not be asked, and what is wrong with it', () => {
    const { log, read } = open();
    const context = { issuer: 'https://login.example', problem: 'it answered with HTTP 500' };

    log.error('failed', new ToolcribError('E_ISSUER_UNAVAILABLE', 'secret', { context }));

    expect(read()).toMatchObject([{ errorCode: 'E_ISSUER_UNAVAILABLE', ...context }]);
  });

  it('writes where an error came from only when asked to, without what it says', () => {
    const { log, read } = open({ hasStacks: true });

    log.error('failed', new Error('two\n    at lines (secret.js:1:1)\n of text'));
    const [{ stack } = {}] = read();

    expect(String(stack)).toContain('log.test.ts');
    expect(String(stack)).not.toContain('secret.js');
    const plain = open();
    plain.log.error('failed', new Error('x'));
    expect(plain.read()[0]).not.toHaveProperty('stack');
  });

  it('writes no more than the level says', () => {
    const { log, read } = open({ level: 'warn' });

    log.info('a');
    log.warn('b');
    log.error('c', undefined);

    expect(read().map(({ message }) => message)).toEqual(['b', 'c']);
  });

  it('bounds long texts, and survives a destination that throws', () => {
    const { log, lines } = open();
    log.info('x'.repeat(1_000_000), { path: 'y'.repeat(1_000_000) });
    expect(lines.join('').length).toBeLessThan(5_000);

    const full = open({
      write: () => {
        throw new Error('No space is left.');
      },
    });
    expect(() => full.log.info('a')).not.toThrow();
  });
});
