import { adjustRoot } from './adjust-root.ts';
import { adjustSchema } from './adjust-schema.ts';
import { createCodec } from './codec/create-codec.ts';
import type { ArgumentsCodec, Translation, WholeDialect } from './dialect.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { Journal } from './journal.ts';
import { measureCost } from './measure-cost.ts';
import { isRefusal, readSource, type Source } from './read-source.ts';
import type { WireKeys } from './wire-keys.ts';

interface WholeTask {
  readonly source: Source;
  readonly dialect: WholeDialect;
  readonly wireKeys: WireKeys;
  readonly journal: Journal;
}

/** Says a schema in a dialect that knows all of JSON Schema; undefined if the journal has reasons against it. */
export function translateWhole(task: WholeTask): Translation | undefined {
  const { source, journal } = task;
  const schema = adjustRoot(adjustSchema(task), task);
  if (schema !== source.root && (source.references.size > 0 || source.writtenIn === 'draft-07')) {
    // A reference can have led through what is different now, and another draft has other rules.
    const again = readSource(schema);
    if (isRefusal(again)) journal.note(again);
  }
  if (journal.isRefused) return undefined;
  return Object.freeze({
    schema: freezeDeeply(schema),
    changes: journal.changes,
    // Nobody asks for it unless a schema is strict.
    get cost() {
      return measureCost(schema);
    },
    codec: toCodec(task),
  });
}

function toCodec({ source, wireKeys }: WholeTask): ArgumentsCodec | undefined {
  if (wireKeys.toWire.size === 0) return undefined;
  return createCodec({
    root: source.root,
    shapes: source.shapes,
    follow: (schema) => {
      const target = source.references.get(schema)?.schema;
      return typeof target === 'object' ? target : undefined;
    },
    wireKeys,
    added: new Map(),
    acceptsNull: () => false,
  });
}
