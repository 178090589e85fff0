import { describe, expect, it } from 'vitest';
import { describeException, formatExceptions, rebuildException } from './describe-exception.ts';
import { redactCredentials } from './redact-credentials.ts';
import { keepText } from './redactor.ts';

const token = 'ghp_Q7w2E9r4T6y1U8i3O5p0A2s4D6f8G1h3J5k7';
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('read');
    },
    getPrototypeOf: () => {
      throw new Error('asked');
    },
    ownKeys: () => {
      throw new Error('listed');
    },
  },
);

const describeThrown = (thrown: unknown) => describeException(thrown, redactCredentials);

describe('describeException', () => {
  it('has the error, where it was thrown, and each cause with its path', () => {
    const socket = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    const error = new TypeError('no orders', { cause: new Error('the pool is empty', { cause: socket }) });

    const [thrown, first, second, ...rest] = describeThrown(error);

    expect(thrown).toMatchObject({ path: '', type: 'TypeError', message: 'no orders' });
    expect(thrown?.stack).toMatch(/^ {4}at .*describe-exception\.test\.ts/);
    expect(first).toMatchObject({ path: 'cause', message: 'the pool is empty' });
    expect(second).toMatchObject({ path: 'cause.cause', type: 'Error', code: 'ECONNREFUSED' });
    expect(rest).toEqual([]);
  });

  it('has the errors of an AggregateError', () => {
    const errors = [new Error('first', { cause: new Error('below') }), new RangeError('second')];

    const described = describeThrown(new AggregateError(errors, 'both failed'));

    expect(described.map(({ path, type, message }) => [path, type, message])).toEqual([
      ['', 'AggregateError', 'both failed'],
      ['errors[0]', 'Error', 'first'],
      ['errors[1]', 'RangeError', 'second'],
      ['errors[0].cause', 'Error', 'below'],
    ]);
  });

  it('names a class of errors that gives itself no name', () => {
    class OrderMissing extends Error {}

    expect(describeThrown(new OrderMissing('x'))[0]?.type).toBe('OrderMissing');
  });

  it.each([
    ['a text', 'string', 'a text'],
    [undefined, 'undefined', 'undefined was thrown'],
    [null, 'null', 'null'],
    [42n, 'bigint', '42'],
    [Symbol('no'), 'symbol', 'Symbol(no)'],
    [{ status: 503, reason: 'busy', body: {} }, 'object', 'status: 503, reason: busy, body: object'],
  ])('describes %s, which is no error', (thrown, type, message) => {
    expect(describeThrown(thrown)).toEqual([{ path: '', type, message }]);
  });

  it('ends where causes go round in a circle, and after a few of many', () => {
    const circle = new Error('one');
    circle.cause = new Error('two', { cause: circle });
    let deep = new Error('end');
    for (let depth = 0; depth < 100; depth++) deep = new Error(`at ${depth}`, { cause: deep });
    const many = new AggregateError(Array.from({ length: 10_000 }, (_, at) => new Error(`${at}`)));

    expect(describeThrown(circle).map(({ message }) => message)).toEqual(['one', 'two']);
    expect(describeThrown(deep)).toHaveLength(6);
    expect(describeThrown(many)).toHaveLength(6);
  });

  it('survives proxies and getters that throw, also as causes', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const error = new Error('seen', { cause: hostile });
    Object.defineProperty(error, 'stack', {
      get: () => {
        throw new Error('stack');
      },
    });

    for (const thrown of [hostile, revoked.proxy]) expect(describeThrown(thrown)[0]?.type).toBe('object');
    expect(describeThrown(error)).toMatchObject([{ message: 'seen' }, { path: 'cause' }]);
    expect(describeThrown(Object.assign(new Error('x'), { errors: revoked.proxy }))).toHaveLength(1);
  });

  it.each([
    ['is a symbol', Symbol('length')],
    [
      'throws when it is read as a number',
      {
        valueOf: () => {
          throw new Error('length');
        },
      },
    ],
  ])('survives a list of errors whose length %s', (_name, length) => {
    const errors = new Proxy([], {
      get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
    });

    expect(describeThrown(Object.assign(new Error('x'), { errors }))).toHaveLength(1);
  });

  it('lists the first items of bytes and arrays, and not the names of all', () => {
    const shown = Array.from({ length: 10 }, (_, index) => `${index}: 0`).join(', ');

    // To list all names takes longer than a test may.
    expect(describeThrown(new Uint8Array(20_000_000))[0]?.message).toBe(shown);
    expect(describeThrown(Array.from({ length: 1_000 }, () => 0))[0]?.message).toBe(shown);
  });

  it('says where an error with a long message was thrown', () => {
    const [thrown] = describeThrown(new Error('x'.repeat(50_000)));

    expect(thrown?.stack).toMatch(/^ {4}at .*describe-exception\.test\.ts/);
  });

  it('is of bounded size, whatever the messages and the stacks are', () => {
    let error = new Error('x'.repeat(5_000_000));
    for (let depth = 0; depth < 10; depth++) {
      error = new Error('y'.repeat(100_000), { cause: error });
      error.stack = `${'    at somewhere (file.ts:1:1)\n'.repeat(100_000)}`;
    }

    expect(JSON.stringify(describeThrown(error)).length).toBeLessThan(32_768);
    expect(describeThrown(new Error('x'.repeat(5_000_000)))[0]?.message).toBe(
      '(a text of 5000000 characters)',
    );
  });

  it('takes secrets out of messages, codes, stacks and causes, also one that is cut in half', () => {
    const cut = `${'.'.repeat(2_030)} ${token}`;
    const error = new Error(`password=${token}`, { cause: new Error(cut) });
    Object.assign(error, { code: token });
    error.stack = `Error: password=${token}\n    at connect (https://joe:${token}@db.example/x.ts:1:2)`;

    const text = JSON.stringify([describeThrown(error), describeThrown(new Error(cut))]);

    expect(text).not.toContain(token.slice(0, 8));
    expect(text).toContain('[redacted');
  });

  it('drops the lines of a stack that are none, and all of a text that the redactor throws at', () => {
    const error = new Error('x');
    error.stack = 'Error: y\nthe secret of a driver\n    at run (file.ts:1:2)\nrun@https://a/b.js:1:2';
    const fail = () => {
      throw new Error('redactor');
    };

    expect(describeThrown(error)[0]?.stack).toBe('    at run (file.ts:1:2)\nrun@https://a/b.js:1:2');
    expect(describeException(new Error('secret'), fail)[0]?.message).toBe('[redacted]');
  });

  it('is read back as errors that are described the same way', () => {
    const below = Object.assign(new Error('below'), { code: 'EPIPE' });
    const error = new AggregateError([new Error('a', { cause: below }), new Error('b')], 'both');
    const described = describeException(error, keepText);

    const rebuilt = rebuildException(described);

    expect(rebuilt).toMatchObject({ name: 'AggregateError', message: 'both' });
    expect(describeException(rebuilt, keepText)).toEqual(described);
    expect(rebuildException([])).toBeUndefined();
  });
});

describe('formatExceptions', () => {
  it('writes an exception and its causes as lines', () => {
    const described = [
      { path: '', type: 'TypeError', message: 'no orders', stack: '    at run (orders.ts:3:7)' },
      { path: 'cause', type: 'Error', message: 'refused', code: 'ECONNREFUSED' },
    ];

    expect(formatExceptions(described)).toBe(
      'TypeError: no orders\n    at run (orders.ts:3:7)\n[cause] Error (ECONNREFUSED): refused',
    );
  });
});
