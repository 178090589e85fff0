import { describe, expect, it } from 'vitest';
import type { ToolState } from '../catalog/index.ts';
import { CatalogBatch } from './catalog-batch.ts';
import { sampleDocument, sampleSpec, sampleTool, toolOf, versionOf } from './testkit/sample-tool.ts';

/** The kinds of what is written when a tool changes, each with the number of its rows. */
function writesOf(before: ToolState | undefined, after: ToolState | undefined): Record<string, number> {
  const batch = new CatalogBatch();
  batch.addTool({ name: 'refund_order', before, after });
  return Object.fromEntries(batch.toWrites().map(({ kind, rows }) => [kind, rows.length]));
}

function versions(count: number, deprecated: readonly number[] = []) {
  return Array.from({ length: count }, (_, index) => {
    const spec = sampleSpec({ version: `${index}` });
    return versionOf(spec, deprecated.includes(index) ? { deprecation: { message: 'Old.' } } : {});
  });
}

describe('what is written', () => {
  it('is one version and the tool when a version is added, however many there are', () => {
    expect(writesOf(undefined, toolOf(versions(1)))).toEqual({ 'add-version': 1, 'put-tool': 1 });
    expect(writesOf(toolOf(versions(99)), toolOf(versions(100)))).toEqual({
      'add-version': 1,
      'put-tool': 1,
    });
  });

  it('is no version when only the tool changes', () => {
    const state = toolOf(versions(3));

    expect(writesOf(state, { ...state, enabled: false, current: 1 })).toEqual({ 'put-tool': 1 });
  });

  it('is what is deprecated, and what is not any more', () => {
    expect(writesOf(toolOf(versions(5, [0, 1])), toolOf(versions(5, [1, 4])))).toEqual({
      'set-deprecation': 2,
      'put-tool': 1,
    });
  });

  it('is every version when the history is another one', () => {
    const [first, second, third] = versions(3);
    if (first === undefined || second === undefined || third === undefined) throw new Error('Too few.');
    const others = [
      ...[[second], [second, first], [first, third], [versionOf(first.spec, { createdAt: 'x' })]],
      [versionOf(first.spec, { source: 'https://tools.example' }), second],
    ];

    for (const history of others) {
      expect(writesOf(toolOf([first, second]), toolOf(history))).toEqual({
        'clear-versions': 1,
        'add-version': history.length,
        'put-tool': 1,
      });
    }
  });

  it('is nothing but removals when the tool goes, of versions only if there are any', () => {
    const quarantine = { reason: 'Bad.', since: '2026-01-01T00:00:00.000Z' };

    expect(writesOf(toolOf(versions(3)), undefined)).toEqual({ 'clear-versions': 1, 'remove-tool': 1 });
    expect(writesOf(toolOf([], { name: 'refund_order', quarantine }), undefined)).toEqual({
      'remove-tool': 1,
    });
  });
});

it('is a document with the number of the last event, which the feed learns only if there is one', () => {
  const [some, none] = [new CatalogBatch(), new CatalogBatch()];

  some.addDocument({ key: 'a"b', after: sampleDocument() }, 7);
  some.addDocument({ key: 'gone', after: undefined }, 7);
  some.setSequence(7, { hasDocuments: true });
  none.setSequence(8, { hasDocuments: false });

  expect(some.toWrites()).toEqual([
    {
      kind: 'put-document',
      rows: [
        ['a\\"b', 7, JSON.stringify(sampleDocument())],
        ['gone', 7, null],
      ],
    },
    { kind: 'set-sequence', rows: [[7, 7]] },
  ]);
  expect(none.toWrites()).toEqual([{ kind: 'set-sequence', rows: [[8, null]] }]);
});

it('is full when it has many rows, or long ones', () => {
  const [small, large] = [new CatalogBatch(), new CatalogBatch()];
  const before = undefined;

  for (let count = 0; count < 999; count++) {
    small.addTool({ name: `tool-${count}`, before, after: sampleTool({ name: `tool-${count}` }) });
  }
  large.addTool({ name: 'a', before, after: sampleTool({ description: 'x'.repeat(3_999_000) }) });
  expect([small.isFull, large.isFull]).toEqual([false, false]);
  for (const batch of [small, large]) batch.addTool({ name: 'last', before, after: sampleTool() });
  large.addTool({ name: 'b', before, after: sampleTool({ description: 'x'.repeat(1_000) }) });

  expect([small.isFull, large.isFull]).toEqual([true, true]);
});
