import { describe, expect, it } from 'vitest';
import { checkJson } from './check-json.ts';
import { parseCsv } from './parse-csv.ts';
import { queryJson } from './query-json.ts';

const ctx = { signal: new AbortController().signal };
const toolError = { cause: { name: 'ToolError' } };
const tooLarge = (advice: string) => ({
  cause: { name: 'ToolError', message: expect.stringMatching(`more than 1048576 characters.*${advice}`) },
});

describe('query_json', () => {
  const run = queryJson.executor(ctx);
  const json = JSON.stringify({ users: [{ name: 'Ada' }, { name: 'Bob', 'a/b': { '~': 1 } }], none: null });

  it.each([
    ['/users/0/name', [{ path: '/users/0/name', value: 'Ada' }]],
    [
      '/users/*/name',
      [
        { path: '/users/0/name', value: 'Ada' },
        { path: '/users/1/name', value: 'Bob' },
      ],
    ],
    ['/users/1/a~1b/~0', [{ path: '/users/1/a~1b/~0', value: 1 }]],
    ['/none', [{ path: '/none', value: null }]],
    ['/users/length', []],
    ['/users/00', []],
    ['/constructor', []],
    ['/__proto__', []],
    ['/users/0/name/0', []],
  ])('finds what is at %s', async (path, matches) => {
    expect(await run({ json, path })).toEqual({ matches, total: matches.length });
  });

  it('gives the whole for an empty path, and no more than was asked for', async () => {
    expect(await run({ json: '[1,2,3]', path: '' })).toEqual({
      matches: [{ path: '', value: [1, 2, 3] }],
      total: 1,
    });
    expect(await run({ json: '[1,2,3]', path: '/*', limit: 1 })).toEqual({
      matches: [{ path: '/0', value: 1 }],
      total: 3,
    });
  });

  it.each([
    ['letters', 'k'.repeat(60_000)],
    ['quotation marks', '"'.repeat(28_000)],
    ['other letters', '漢'.repeat(20_000)],
    ['controls', '\u0001'.repeat(20_000)],
  ])('bounds what paths with a long key of %s become', async (_, key) => {
    const long = JSON.stringify({ [key]: Array(1_000).fill(1) });

    await expect(run({ json: long, path: '/*/*', limit: 1_000 })).rejects.toMatchObject(
      tooLarge('a lower limit'),
    );
    expect(await run({ json: long, path: '/*/*', limit: 5 })).toMatchObject({ total: 1_000 });
  });

  it.each([
    ['{', ''],
    ['{"__proto__": 1}', ''],
    ['{"a": 1e400}', ''],
    ['"\\ud800"', ''],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, ''],
    ['{}', 'a/b'],
    ['{}', '/a'.repeat(100)],
  ])('refuses %s at "%s"', async (document, path) => {
    await expect(run({ json: document, path })).rejects.toMatchObject(toolError);
  });
});

describe('check_json', () => {
  const run = checkJson.executor(ctx);
  const schema = {
    type: 'object',
    properties: { age: { type: 'integer' }, tags: { items: { type: 'string' } } },
    required: ['age'],
  };

  it('accepts what satisfies the schema', async () => {
    expect(await run({ json: '{"age": 3}', schema })).toEqual({ isValid: true, issues: [] });
  });

  it('cuts paths with long keys', async () => {
    const json = JSON.stringify({ ['k'.repeat(400_000)]: Array(100).fill(1) });
    const strict = { additionalProperties: { items: { type: 'string' } } };

    const answer = await run({ json, schema: strict });

    expect(answer).toMatchObject({ isValid: false, issues: { length: 50 } });
    expect(JSON.stringify(answer).length).toBeLessThan(250_000);
  });

  it('lists every problem with its path', async () => {
    const answer = await run({ json: '{"age": "3", "tags": ["a", 1]}', schema });

    expect(answer).toMatchObject({ isValid: false, issues: [{ path: '/age' }, { path: '/tags/1' }] });
  });

  it.each([
    { type: 'string', pattern: '^(a+)+$' },
    { $ref: 'https://example.com/schema.json' },
    { type: 'no-type' },
  ])('refuses the schema %o', async (hostile) => {
    await expect(run({ json: '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"', schema: hostile })).rejects.toMatchObject(
      toolError,
    );
  });
});

describe('parse_csv', () => {
  const run = parseCsv.executor(ctx);

  it('reads quotes, line breaks and marks of the beginning', async () => {
    const csv = '\uFEFFname,"full ""text"""\r\nAda,"a, b\nc"\r\n\r\nBob\r\n';

    expect(await run({ csv })).toEqual({
      columns: ['name', 'full "text"'],
      records: [
        { name: 'Ada', 'full "text"': 'a, b\nc' },
        { name: 'Bob', 'full "text"': '' },
      ],
      total: 2,
    });
  });

  it('gives columns names that are missing or taken', async () => {
    expect(await run({ csv: 'a;;a\n1;2;3', separator: ';' })).toMatchObject({
      columns: ['a', 'column_2', 'a_2'],
      records: [{ a: '1', column_2: '2', a_2: '3' }],
    });
  });

  it('takes an empty table', async () => {
    expect(await run({ csv: '' })).toEqual({ columns: [], records: [], total: 0 });
  });

  it.each([
    ['short names', 'c'],
    ['long names', 'c'.repeat(100)],
    ['names that JSON makes longer', '""'.repeat(50)],
  ])('bounds what short rows under many columns with %s become', async (_, name) => {
    const header = Array.from({ length: 200 }, (__, index) => `"${name}${index}"`).join(',');
    const csv = `${header}\n${'x\n'.repeat(5_000)}`;

    await expect(run({ csv, limit: 5_000 })).rejects.toMatchObject(tooLarge('a lower limit'));
    expect(await run({ csv, limit: 10 })).toMatchObject({ records: { length: 10 }, total: 5_000 });
  });

  it.each(['a,b\n"x', 'a\n"x"y', 'a\n1,2', '__proto__,b\n1,2', ','.repeat(300)])(
    'refuses %s',
    async (csv) => {
      await expect(run({ csv })).rejects.toMatchObject(toolError);
    },
  );
});
