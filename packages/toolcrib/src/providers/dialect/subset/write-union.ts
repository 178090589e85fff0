import { isEqualJson } from '../../../core/is-equal-json.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { Draft } from './context.ts';
import type { Located } from './located.ts';
import type { NodeWriter } from './node-writer.ts';
import type { Reading, Union } from './reading.ts';

/** Writes the branches of a union that has nothing beside it that restricts values. */
export function finishUnion(branches: readonly Draft[], writer: NodeWriter): Draft {
  if (writer.context.dialect.types === 'openapi') return finishOpenApi(branches, writer);
  writer.keep('anyOf', [...branches]);
  return writer.finish();
}

/** Writes unions beside other keywords. A second one of the same name is said in words. */
export function writeUnions(reading: Reading, writer: NodeWriter): void {
  const { context } = writer;
  for (const union of reading.unions) {
    const { branches, keyword, at } = union;
    // Which properties are needed is said of the object, and would say nothing in a branch of its own.
    const drafts = branches.every(isOnlyRequired)
      ? []
      : branches.map((branch) => context.translate([branch]));
    const said = drafts.length === 0 ? undefined : chooseKeyword(union, drafts);
    if (
      said === undefined ||
      writer.get(said) !== undefined ||
      context.dialect.keywords.get(said) !== 'keep'
    ) {
      writer.move(keyword, { value: branches.map(({ schema }) => schema), at }, reading);
      continue;
    }
    if (said !== keyword) {
      const detail = 'It is said as anyOf, because branches accept more than they did.';
      context.journal.note({ pointer: at, keyword, action: 'widened', detail });
    }
    writer.keep(said, drafts);
  }
}

/** A oneOf whose branches accept more would accept less, as a value may satisfy two of them now. */
function chooseKeyword({ keyword, branches }: Union, drafts: readonly Draft[]): Union['keyword'] {
  const isSame = drafts.every(
    (draft, index) =>
      isEqualJson(draft, branches[index]?.schema) && !JSON.stringify(draft).includes('"$ref"'),
  );
  return isSame ? keyword : 'anyOf';
}

function isOnlyRequired({ schema }: Located): boolean {
  return typeof schema === 'object' && Object.keys(schema).join() === 'required';
}

/** A union has nothing at all beside it there, so that every branch says what it is for. */
function finishOpenApi(branches: readonly Draft[], writer: NodeWriter): Draft {
  const told: Told = {
    title: writer.get('title'),
    description: writer.text === '' ? undefined : writer.text,
  };
  const some = branches.filter(({ type }) => type !== 'NULL');
  const [only] = some;
  const isNullable = some.length > 0 && some.length < branches.length;
  if (only === undefined || some.length > 1) return { anyOf: branches.map((branch) => tell(branch, told)) };
  const draft = tell(only, told);
  if (!isNullable) return draft;
  if (Array.isArray(draft.anyOf)) return { anyOf: [...draft.anyOf, { type: 'NULL' }] };
  const { type, ...others } = draft;
  return { ...(type === undefined ? {} : { type }), nullable: true, ...others };
}

interface Told {
  readonly title: JsonValue | undefined;
  readonly description: string | undefined;
}

/** A branch with what was said of the whole union. */
function tell(draft: Draft, told: Told): Draft {
  if (Array.isArray(draft.anyOf)) {
    return { anyOf: draft.anyOf.map((branch) => tell(branch as Draft, told)) };
  }
  const { type, nullable, format, title, description, ...others } = draft;
  const text = [told.description, description].filter((part) => part !== undefined).join('\n');
  const members = { type, nullable, format, title: title ?? told.title, description: text, ...others };
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(kept) as Draft;
}
