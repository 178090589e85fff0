import type { NodeWriter } from './node-writer.ts';
import type { Reading } from './reading.ts';

/** Writes the schemas of the items of an array. */
export function writeArray(reading: Reading, writer: NodeWriter): void {
  const { items, prefix, at } = reading;
  const { context } = writer;
  const { dialect } = context;
  if (prefix !== undefined) {
    if (dialect.keywords.get('prefixItems') === 'keep') {
      writer.keep(
        'prefixItems',
        prefix.map((schema) => context.translate([schema])),
      );
    } else if (dialect.isStrict) {
      writer.refuse('prefixItems', 'Items that differ by their place cannot be described.');
      return;
    } else {
      writer.move('prefixItems', { value: prefix.map(({ schema }) => schema), at }, reading);
    }
  }
  const knowsPrefix = prefix === undefined || dialect.keywords.get('prefixItems') === 'keep';
  if (items !== undefined && knowsPrefix) {
    writer.keep('items', context.translate(items));
  } else if (dialect.isStrict) {
    writer.refuse('items', 'An array has to say what its items are.');
  } else if (dialect.types === 'openapi') {
    for (const { schema } of items ?? []) writer.move('items', { value: schema, at }, reading);
    writer.note('items', 'rewritten', 'An array has to say what its items are: anything.');
    writer.keep('items', context.translate([{ schema: {}, at }]));
  }
}
