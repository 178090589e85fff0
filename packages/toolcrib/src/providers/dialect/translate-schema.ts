import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import { forEachSubschema } from '../../core/json-schema/read/for-each-subschema.ts';
import type { Dialect, SchemaChange, TranslationOutcome } from './dialect.ts';
import { Journal } from './journal.ts';
import { isRefusal, readSource, type Source } from './read-source.ts';
import { renameKeys } from './rename-keys.ts';
import { renameValues } from './rename-values.ts';
import { settleNames } from './settle-names.ts';
import { translateSubset } from './translate-subset.ts';
import { translateWhole } from './translate-whole.ts';
import { assignWireKeys, type WireKeys } from './wire-keys.ts';

/**
 * Says the schema of a tool in a dialect, with everything that is different, or tells what keeps it from
 * being said there. With `isExact`, a strict dialect says nothing that accepts more than the tool does.
 */
export function translateSchema(
  schema: JsonObject,
  dialect: Dialect,
  options: { readonly isExact: boolean },
): TranslationOutcome {
  const source = readSource(schema);
  if (isRefusal(source)) return refuse([source]);
  const wireKeys = assignWireKeys(source, dialect.propertyKeys);
  const journal = new Journal();
  const isWhole = dialect.vocabulary === 'whole';
  const renamed = wireKeys.toWire.size === 0 ? source : rename({ source, wireKeys, journal, isWhole });
  if (isRefusal(renamed)) return refuse([renamed]);
  const translation =
    dialect.vocabulary === 'whole'
      ? translateWhole({ source: renamed, dialect, wireKeys, journal })
      : translateSubset({ source: renamed, dialect, wireKeys, journal, isExact: options.isExact });
  return translation === undefined ? refuse(journal.reasons) : Object.freeze({ ok: true, translation });
}

function refuse(reasons: readonly SchemaChange[]): TranslationOutcome {
  return Object.freeze({ ok: false, reasons });
}

interface RenameTask {
  readonly source: Source;
  readonly wireKeys: WireKeys;
  readonly journal: Journal;
  readonly isWhole: boolean;
}

function rename({ source, wireKeys, journal, isWhole }: RenameTask): Source | SchemaChange {
  const { toWire } = wireKeys;
  const described = new Set<string>();
  const required: (readonly [name: string, at: string])[] = [];
  const note = (name: string, keyword: string, pointer: string): void => {
    const detail = `${JSON.stringify(name)} is called ${JSON.stringify(toWire.get(name))} on the wire.`;
    journal.note({ pointer, keyword, action: 'renamed', detail });
  };
  const visit = (schema: JsonValue, at: string): void => {
    if (!isJsonObject(schema)) return;
    for (const name of Object.keys((schema.properties ?? {}) as JsonObject)) {
      if (!toWire.has(name)) continue;
      described.add(name);
      note(name, 'properties', pointerTo(at, 'properties', name));
    }
    for (const name of (schema.required ?? []) as string[]) if (toWire.has(name)) required.push([name, at]);
    for (const change of settleNames(schema, toWire, isWhole).changes)
      journal.note({ ...change, pointer: at });
    forEachSubschema(schema, source.shapes, (child, keyword, step) =>
      visit(child, step === undefined ? pointerTo(at, keyword) : pointerTo(at, keyword, step)),
    );
  };
  visit(source.root, '');
  for (const [name, at] of required) if (!described.has(name)) note(name, 'required', at);
  const renamed = readSource(renameKeys(source, wireKeys, isWhole));
  return isRefusal(renamed) ? renamed : readSource(renameValues(renamed, wireKeys));
}
