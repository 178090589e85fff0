import { isEqualJson } from '../../core/is-equal-json.ts';
import type { JsonObject } from '../../core/json.ts';
import { keywordShapes } from '../../core/json-schema/read/keyword-shapes.ts';
import { createCodec } from './codec/create-codec.ts';
import { findAmbiguity } from './codec/find-ambiguity.ts';
import { Places } from './codec/places.ts';
import type { ArgumentsCodec, SubsetDialect, Translation } from './dialect.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { Journal } from './journal.ts';
import { measureCost } from './measure-cost.ts';
import type { Source } from './read-source.ts';
import { createAcceptsNull, followDefinition } from './subset/accepts-null.ts';
import { TooLargeError } from './subset/budget.ts';
import type { Draft } from './subset/context.ts';
import { SourceMap } from './subset/located.ts';
import { loosenRecursion } from './subset/loosen-recursion.ts';
import { makeNullable, type Nullable } from './subset/make-nullable.ts';
import { sayEmptyRoot } from './subset/say-empty-root.ts';
import { SubsetTranslator } from './subset/subset-translator.ts';
import type { WireKeys } from './wire-keys.ts';

const shapes = keywordShapes['draft-2020-12'];

const NOTHING_NULLABLE: Nullable = { added: new Map([]), optional: new Map([]) };

interface SubsetTask {
  readonly source: Source;
  readonly dialect: SubsetDialect;
  readonly wireKeys: WireKeys;
  readonly journal: Journal;
  readonly isExact: boolean;
}

/** Says a schema in a dialect that knows a part of JSON Schema; undefined if the journal has reasons against it. */
export function translateSubset(task: SubsetTask): Translation | undefined {
  const { source, wireKeys, journal } = task;
  const translator = new SubsetTranslator({ ...task, map: new SourceMap(source, wireKeys) });
  const root = translate(translator, journal);
  if (root === undefined || journal.isRefused) return undefined;
  if (task.dialect.recursion === 'optional') loosenRecursion(root, translator.notes, journal);
  if (task.dialect.emptyRoot === 'words') sayEmptyRoot(root, journal);
  const isNullable = task.dialect.optional === 'nullable';
  const nullable = isNullable ? makeNullable(root, translator) : NOTHING_NULLABLE;
  const codec = toCodec({ root, wireKeys, nullable, translator });
  if (journal.isRefused) return undefined;
  // Where only the order of keywords would differ, the schema keeps its bytes.
  const isSame = isEqualJson(root, source.root);
  const schema = isSame ? source.root : root;
  return Object.freeze({
    schema: freezeDeeply(schema),
    changes: journal.changes,
    cost: measureCost(schema),
    codec,
  });
}

function translate(translator: SubsetTranslator, journal: Journal): Draft | undefined {
  try {
    return translator.translateRoot();
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    journal.refuse('', '', error.message);
    return undefined;
  }
}

interface CodecTask {
  readonly root: Draft;
  readonly wireKeys: WireKeys;
  readonly nullable: Nullable;
  readonly translator: SubsetTranslator;
}

function toCodec({ root, wireKeys, nullable, translator }: CodecTask): ArgumentsCodec | undefined {
  const { added, optional } = nullable;
  if (optional.size === 0 && wireKeys.toWire.size === 0) return undefined;
  const acceptsNull = createAcceptsNull(root);
  const follow = (schema: JsonObject) => followDefinition(root, schema);
  if (added.size > 0) {
    const found = findAmbiguity(root, { places: new Places(shapes, follow), acceptsNull, added });
    if (found !== undefined) {
      translator.journal.refuse(translator.notes.get(found.union)?.at ?? '', 'anyOf', found.detail);
      return undefined;
    }
  }
  return createCodec({ root, shapes, follow, wireKeys, added, optional, acceptsNull });
}
