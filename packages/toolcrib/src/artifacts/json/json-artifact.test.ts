import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import {
  chooseSteps,
  getNaively,
  partsOf,
  randomJson,
  toPointer,
} from '../../../../../test/artifacts/random-json.ts';
import { Artifact } from '../../core/artifact.ts';
import type { JsonValue } from '../../core/json.ts';
import { ToolError } from '../../core/tool-error.ts';
import { JsonArtifact } from './json-artifact.ts';
import type { JsonCondition } from './json-condition.ts';

const chunkSizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });
const choices = fc.array(fc.nat(99), { maxLength: 4 });

function documentOf(root: JsonValue, sizes: readonly number[] = []): JsonArtifact {
  return new JsonArtifact(
    byteArtifact(JSON.stringify(root), { mimeType: 'application/json', chunkSizes: sizes }),
  );
}

function linesOf(content: string | Uint8Array, mimeType = 'application/x-ndjson'): JsonArtifact {
  return new JsonArtifact(byteArtifact(content, { mimeType, chunkSizes: [7, 1, 64] }));
}

function typeNaively(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

describe('a JSON document', () => {
  it('is what a naive walk over its parsed text finds, at any path', async () => {
    const property = fc.asyncProperty(randomJson, choices, chunkSizes, async (root, numbers, sizes) => {
      const artifact = documentOf(root, sizes);
      const steps = chooseSteps(root, numbers);
      const path = toPointer(steps);
      const value = getNaively(root, steps);
      const parts = partsOf(value);
      const isHolder = typeof value === 'object' && value !== null;

      expect(JSON.stringify(await artifact.get(path))).toBe(JSON.stringify(value));
      expect(await artifact.type(path)).toBe(value === undefined ? undefined : typeNaively(value));
      expect(await artifact.keys(path)).toEqual(
        isHolder && !Array.isArray(value) ? parts.map(({ key }) => key) : undefined,
      );
      const length = typeof value === 'string' ? value.length : isHolder ? parts.length : undefined;
      expect(await artifact.length(path)).toBe(length);
    });

    await fc.assert(property, { numRuns: 100 });
  });

  it('gives slices and fields as a naive model does, also of a top-level array', async () => {
    const property = fc.asyncProperty(
      fc.oneof(fc.array(randomJson), randomJson),
      choices,
      fc.record({ from: fc.nat(8), limit: fc.integer({ min: 1, max: 8 }) }),
      async (root, numbers, page) => {
        const artifact = documentOf(root);
        const steps = chooseSteps(root, numbers.slice(0, 2));
        const path = toPointer(steps);
        const fields = ['', '/name', '/0', toPointer(chooseSteps(root, numbers))];
        const parts = partsOf(getNaively(root, steps)).map((part, index) => ({ index, ...part }));
        const wanted = parts.slice(page.from, page.from + page.limit);

        expect(await artifact.slice({ path, ...page })).toEqual(wanted);
        const plucked = await artifact.pluck(fields, { path, ...page });
        expect(plucked.map(({ value }) => Object.entries(value))).toEqual(
          wanted.map(({ value }) =>
            // The same field twice is one field.
            [...new Set(fields)].flatMap((field) => {
              const found = getNaively(value, chooseFromPointer(field));
              return found === undefined ? [] : [[field, found]];
            }),
          ),
        );
      },
    );

    await fc.assert(property, { numRuns: 100 });
  });

  it('is filtered as a naive model does', async () => {
    const property = fc.asyncProperty(
      fc.array(randomJson),
      fc.constantFrom<JsonCondition['operator'][]>(
        'equals',
        'notEquals',
        'contains',
        'greater',
        'less',
        'exists',
      ),
      fc.oneof(fc.string(), fc.integer({ min: -2, max: 2 }), fc.constantFrom(null, true, false, 'name', '')),
      async (root, operator, value) => {
        for (const field of ['', '/name']) {
          const expected = root.flatMap((element, index) => {
            const found = getNaively(element, chooseFromPointer(field));
            return meetsNaively(found, operator, value) ? [{ index, value: element }] : [];
          });

          const matches = await documentOf(root).filter({ field, operator, value });
          expect(matches).toEqual(expected);
        }
      },
    );

    await fc.assert(property, { numRuns: 100 });
  });

  it('has keys that are called like what objects inherit as data, and the last of equal ones', async () => {
    const text = '{"__proto__":{"isAdmin":true},"constructor":1,"a":1,"a":2}';
    const artifact = new JsonArtifact(byteArtifact(text, { mimeType: 'application/json' }));

    expect(await artifact.keys()).toEqual(['__proto__', 'constructor', 'a']);
    expect(await artifact.get('/__proto__/isAdmin')).toBe(true);
    expect(await artifact.get('/isAdmin')).toBeUndefined();
    expect(await artifact.get('/toString')).toBeUndefined();
    expect(await artifact.get('/a')).toBe(2);
    const [first, second] = await artifact.pluck(['/isAdmin', '/__proto__', '']);
    expect(first).toEqual({ index: 0, key: '__proto__', value: { '/isAdmin': true, '': { isAdmin: true } } });
    expect(second).toEqual({ index: 1, key: 'constructor', value: { '': 1 } });
  });

  it('may begin with a byte order mark, and have bytes that are no UTF-8', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"a":"x'), 0xff, ...Buffer.from('y"}')]);

    expect(await new JsonArtifact(byteArtifact(bytes)).get('/a')).toBe('x\ufffdy');
  });

  it('is refused beyond 16 MiB, and another way is named', async () => {
    const source = byteArtifact(`[${' '.repeat(16_777_215)}]`, { mimeType: 'application/json' });

    await expect(new JsonArtifact(source).get()).rejects.toThrow(/16777217 bytes.*artifact_grep/);
  });

  it('that is malformed is refused with its line and column and nothing of its content', async () => {
    const secret = '{\n  "password": hunter2\n}';
    const asking = new JsonArtifact(byteArtifact(secret)).get();

    await expect(asking).rejects.toThrow(ToolError);
    await expect(asking).rejects.toThrow(/expected a JSON value at line 2, column 15/);
    await expect(asking).rejects.not.toThrow(/hunter2|password/);
  });

  it('is read by one after another, however many ask, and timers run before it is parsed', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(Array(60_000).fill(1), undefined, 2));
    const events: string[] = [];
    class Watched extends Artifact {
      stream(): ReadableStream<Uint8Array> {
        let place = 0;
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          // Whoever asks whether it has lines of JSON has seen enough by then.
          if (place === 200_000) events.push('read');
          if (place >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(place, place + 100_000));
          place += 100_000;
        };
        return new ReadableStream({ pull }, { highWaterMark: 0 });
      }
    }
    const source = new Watched({ id: 'a', mimeType: 'application/json', byteLength: bytes.length });
    const artifact = new JsonArtifact(source);
    const asking = [0, 1, 2].map(async (index) => events.push(`element ${await artifact.get(`/${index}`)}`));
    setTimeout(() => events.push('timer'), 0);
    await Promise.all(asking);

    const turns = events.filter((event) => event !== 'timer');
    expect(turns).toEqual(['read', 'element 1', 'read', 'element 1', 'read', 'element 1']);
    // When exactly a timer runs is the machine's matter, as long as it need not wait for the parsing.
    expect(events.indexOf('timer')).toBeLessThan(events.indexOf('element 1'));
    expect(events).toContain('timer');
  });

  it('is not read any further once the signal is aborted', async () => {
    const reason = new Error('enough');

    await expect(documentOf([1]).get('', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('takes no page that is none', async () => {
    for (const page of [{ from: -1 }, { from: 0.5 }, { limit: 0 }, { limit: Number.NaN }]) {
      await expect(documentOf([1, 2]).slice(page)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    }
  });
});

/** A line as it is written, and what it is read as; undefined for a blank one. */
const line = fc.oneof(
  randomJson.map((value) => ({ text: JSON.stringify(value), entry: { value } })),
  fc.constantFrom('', ' ', '\t').map((text) => ({ text, entry: undefined })),
  fc
    .constantFrom('{"a":', 'oops', '[1,]', '{} {}', '\ufeff{}')
    .map((text) => ({ text, entry: 'broken' as const })),
);

describe('lines of JSON', () => {
  it('are elements by their order, whatever ends them, and a broken one hides no other', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))),
      fc.boolean(),
      fc.nat(5),
      async (written, isFinished, from) => {
        const text = written.map(([{ text: own }, end]) => own + end).join('');
        const artifact = linesOf(`\ufeff${isFinished ? text : text.trimEnd()}`);
        const entries = written.flatMap(([{ entry }], index) => (entry ? [{ entry, line: index + 1 }] : []));
        const expected = entries.map(({ entry, line: number }, index) =>
          entry === 'broken'
            ? { index, problem: expect.stringMatching(`^expected .* at line ${number}, column \\d+$`) }
            : { index, value: entry.value },
        );

        expect(await artifact.length()).toBe(entries.length);
        expect(await artifact.type()).toBe('array');
        expect(await artifact.slice({ from })).toEqual(expected.slice(from));
        const present = await artifact.filter({ operator: 'exists' }, { from });
        expect(present).toEqual(expected.slice(from).filter((entry) => 'value' in entry));
        const plucked = await artifact.pluck([''], { from });
        expect(plucked.map(({ value }) => value[''])).toEqual(present.map(({ value }) => value));
      },
    );

    await fc.assert(property, { numRuns: 100 });
  });

  it('are followed by paths that begin with the number of the element', async () => {
    const artifact = linesOf('{"name":"a"}\r\n\r\n{"name":{"first":"b"}}\nnot json\n[1]');

    expect(await artifact.get('/0/name')).toBe('a');
    expect(await artifact.get('/1/name/first')).toBe('b');
    expect(await artifact.get('/3')).toEqual([1]);
    expect(await artifact.get('/4')).toBeUndefined();
    expect(await artifact.get('/name')).toBeUndefined();
    expect(await artifact.keys('/1')).toEqual(['name']);
    await expect(artifact.get('/2')).rejects.toThrow(/as JSON: expected a JSON value at line 4, column 1/);
    await expect(artifact.get()).rejects.toThrow(/as JSON: expected a JSON value at line 4, column 1/);
  });

  it('are known by their first line where the type does not tell', async () => {
    for (const mimeType of ['text/plain', 'application/json']) {
      const artifact = linesOf('\n{"a":1}\n{"a":2}\n', mimeType);

      expect(await artifact.get()).toEqual([{ a: 1 }, { a: 2 }]);
      expect(await linesOf('{\n"a":1}\n', mimeType).get()).toEqual({ a: 1 });
      expect(await linesOf('{"a":1}\n', mimeType).get()).toEqual({ a: 1 });
    }
  });

  it('may hold bytes that are no UTF-8', async () => {
    const bytes = new Uint8Array([
      ...Buffer.from('"a'),
      0xff,
      ...Buffer.from('"\n'),
      0xc3,
      10,
      ...Buffer.from('2'),
    ]);

    expect(await linesOf(bytes).slice()).toEqual([
      { index: 0, value: 'a\ufffd' },
      { index: 1, problem: expect.stringContaining('line 2') },
      { index: 2, value: 2 },
    ]);
  });

  it('that are longer than 4 MiB are passed over, and named', async () => {
    const text = `1\n"${'x'.repeat(4_194_304)}"\n3`;
    const large = new JsonArtifact(byteArtifact(text, { mimeType: 'application/jsonl' }));

    expect(await large.slice()).toEqual([
      { index: 0, value: 1 },
      { index: 1, problem: expect.stringContaining('line 2') },
      { index: 2, value: 3 },
    ]);
    expect(await large.length()).toBe(3);
  });

  it('are streamed: what comes later is not read for what comes first', async () => {
    const source = byteArtifact(`"${'x'.repeat(997)}"\n`.repeat(1_000), {
      mimeType: 'application/jsonl',
      chunkSizes: [65_536],
    });
    let chunks = 0;
    const stream = source.stream.bind(source);
    source.stream = () =>
      stream().pipeThrough(
        new TransformStream({
          transform: (chunk, to) => {
            chunks++;
            to.enqueue(chunk);
          },
        }),
      );

    expect(await new JsonArtifact(source).get('/3')).toHaveLength(997);
    expect(chunks).toBeLessThan(6);
  });
});

describe('a JSON artifact', () => {
  it.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['APPLICATION/JSON', true],
    ['text/json', true],
    ['application/vnd.api+json', true],
    ['application/x-ndjson', true],
    ['application/ndjson', true],
    ['application/jsonl', true],
    ['application/x-jsonlines', true],
    ['application/json-seq', false],
    ['application/json5', false],
    ['text/html', false],
    ['application/octet-stream', false],
  ])('of type %s is accepted: %s', (mimeType, isAccepted) => {
    expect(JsonArtifact.accepts({ artifact: byteArtifact('', { mimeType }), preview: '{' })).toBe(isAccepted);
  });

  it.each([
    ['{"a":1}', true],
    ['\ufeff \n[1', true],
    ['hello {', false],
    ['', false],
  ])('that is plain text beginning with %j is accepted: %s', (preview, isAccepted) => {
    expect(JsonArtifact.accepts({ artifact: byteArtifact(''), preview })).toBe(isAccepted);
  });
});

function chooseFromPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.split('~1').join('/').split('~0').join('~'));
}

function meetsNaively(
  found: JsonValue | undefined,
  operator: JsonCondition['operator'],
  value: JsonValue,
): boolean {
  switch (operator) {
    case 'exists':
      return value === false ? found === undefined : found !== undefined;
    case 'equals':
      return found === value;
    case 'notEquals':
      return found !== value;
    case 'contains':
      if (Array.isArray(found)) return found.includes(value);
      return typeof found === 'string' && typeof value === 'string' && found.includes(value);
    case 'greater':
    case 'less': {
      const areAlike = typeof found === typeof value && ['string', 'number'].includes(typeof value);
      if (!areAlike || found === undefined || found === null || value === null) return false;
      return operator === 'greater' ? found > value : found < value;
    }
  }
}
