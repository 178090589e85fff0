import { describe, expect, it } from 'vitest';
import { readServeOptions } from './read-serve-options.ts';
import type { ServeIo, ServeOptions } from './serve-options.ts';

function read(options: ServeOptions, env: ServeIo['env'] = {}) {
  const sink = { write: () => undefined, isTTY: false, columns: undefined };
  const io = {
    stdout: sink,
    stderr: sink,
    env,
    cwd: '/srv',
    exit: () => undefined,
    onReload: () => () => undefined,
    onUnhandled: () => () => undefined,
  };
  return readServeOptions(options, { ...io, onStop: () => () => undefined });
}

describe('readServeOptions()', () => {
  it('refuses a data folder without a name, and does not take it for one that was given', () => {
    expect(() => read({ dataFolder: '' }, { DATABASE_URL: 'postgres://db/tools' })).toThrow('is empty');
  });

  it.each([
    ['--host', { host: '' }],
    ['--oidc', { issuersFile: ' ' }],
    ['--tools', { toolModules: [''] }],
    ['--allow-host', { allowHosts: [''] }],
  ])('refuses an empty %s', (flag, options) => {
    expect(() => read(options)).toThrow(`${flag} is empty. Give a value, or leave it out.`);
  });

  it('listens at loopback on port 7420, with a folder of its own, if nothing is said', () => {
    expect(read({})).toMatchObject({
      port: 7420,
      host: '127.0.0.1',
      isLoopback: true,
      hosts: [],
      dataFolder: '/srv/toolcrib-data',
      databaseUrl: undefined,
      files: { folder: '/srv/toolcrib-data/files', isGiven: false },
      withExamples: true,
      allowSelfApproval: false,
      isolation: { hasExamples: true, hasModules: false },
      logLevel: 'info',
    });
  });

  it('takes the database of the environment, unless a folder was given', () => {
    const env = { DATABASE_URL: 'postgres://db/x', TOOLCRIB_DATA: 'elsewhere' };

    expect(read({}, env)).toMatchObject({ databaseUrl: 'postgres://db/x', dataFolder: '/srv/elsewhere' });
    expect(read({ dataFolder: 'here' }, env)).toMatchObject({
      databaseUrl: undefined,
      dataFolder: '/srv/here',
    });
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example.com'])(
    'asks by which name others reach it at %s',
    (host) => {
      expect(() => read({ host })).toThrow('--allow-host');
      expect(read({ host, allowHosts: ['tools.example.com'] })).toMatchObject({ isLoopback: false });
    },
  );

  it('takes names with and without the port', () => {
    expect(
      read({ host: '::', port: 80, allowHosts: ['a.example', 'b.example:90', '2001:db8::1', '*'] }).hosts,
    ).toEqual(['a.example', 'a.example:80', 'b.example:90', '[2001:db8::1]', '[2001:db8::1]:80', '*']);
  });

  it.each([-1, 65_536, 1.5, Number.NaN])('refuses the port %d', (port) => {
    expect(() => read({ port })).toThrow('--port');
  });

  it('keeps calls for 30 days, or as long as it is told', () => {
    const env = { TOOLCRIB_KEEP_CALLS: '7' };

    expect(read({}).keepCallsDays).toBe(30);
    expect(read({}, { TOOLCRIB_KEEP_CALLS: '' }).keepCallsDays).toBe(30);
    expect(read({}, env).keepCallsDays).toBe(7);
    expect(read({ keepCallsDays: 0 }, env).keepCallsDays).toBe(0);
    for (const text of ['-1', 'all', '1.5']) {
      expect(() => read({}, { TOOLCRIB_KEEP_CALLS: text })).toThrow('TOOLCRIB_KEEP_CALLS');
    }
  });

  it('keeps idle connections for longer than load balancers do, or as long as it is told', () => {
    const keepAliveOf = (options: ServeOptions, env?: ServeIo['env']) =>
      read(options, env).connections.keepAliveTimeoutMs;

    expect(keepAliveOf({})).toBe(75_000);
    expect(keepAliveOf({}, { TOOLCRIB_KEEP_ALIVE: '620' })).toBe(620_000);
    expect(keepAliveOf({ keepAliveMs: 65_000 }, { TOOLCRIB_KEEP_ALIVE: '620' })).toBe(65_000);
    for (const text of ['0', '3601', '-5', '75s', '1e3'])
      expect(() => keepAliveOf({}, { TOOLCRIB_KEEP_ALIVE: text })).toThrow('TOOLCRIB_KEEP_ALIVE');
    expect(() => keepAliveOf({ keepAliveMs: 500 })).toThrow('--keep-alive');
  });

  it('trusts no proxy unless it is told to', () => {
    const env = { TOOLCRIB_TRUST_PROXY: '10.0.0.0/8, ::1', TOOLCRIB_PROXY_HEADER: 'Forwarded' };

    expect(read({}).connections).toMatchObject({ trustProxies: [], proxyHeader: 'x-forwarded-for' });
    expect(read({}, env).connections).toMatchObject({
      trustProxies: ['10.0.0.0/8', '::1'],
      proxyHeader: 'forwarded',
    });
    expect(read({ trustProxies: ['fd00::/8'] }, env).connections.trustProxies).toEqual(['fd00::/8']);
    expect(() => read({ trustProxies: ['proxy.internal'] })).toThrow('"proxy.internal" is not a network');
    expect(() => read({}, { TOOLCRIB_PROXY_HEADER: 'via' })).toThrow('TOOLCRIB_PROXY_HEADER');
  });

  it('has approvals wait as long as it is told', () => {
    const env = { TOOLCRIB_APPROVAL_TIMEOUT: '12h' };

    expect(read({}).gateTimeoutMs).toBeUndefined();
    expect(read({}, { TOOLCRIB_APPROVAL_TIMEOUT: '' }).gateTimeoutMs).toBeUndefined();
    expect(read({}, env).gateTimeoutMs).toBe(12 * 3_600_000);
    expect(read({ approvalTimeout: '1d' }, env).gateTimeoutMs).toBe(86_400_000);
    expect(() => read({ approvalTimeout: '1s' })).toThrow('The units are m (minutes), h (hours)');
    for (const text of ['0m', '25d', '60', 'a day']) {
      expect(() => read({ approvalTimeout: text })).toThrow('--approval-timeout is a time such as 30m');
    }
  });

  it('refuses a level of the log that there is not', () => {
    expect(() => read({}, { TOOLCRIB_LOG: 'loud' })).toThrow('TOOLCRIB_LOG');
  });

  it('isolates all tools or none if it is told to, within limits', () => {
    expect(read({ isolate: true, isolateThreads: 2, isolateMemoryMb: 64 }).isolation).toEqual({
      ...{ hasExamples: true, hasModules: true, threads: 2, memoryMb: 64 },
    });
    expect(read({ isolate: false }).isolation).toMatchObject({ hasExamples: false, hasModules: false });
    expect(() => read({ isolateThreads: 0 })).toThrow('--isolate-threads is a whole number from 1 to 256');
    expect(() => read({ isolateMemoryMb: 8 })).toThrow('--isolate-memory is a whole number from 16');
  });
});
