import { specDigest, type ToolSpec, type ToolState, type ToolVersion } from '../../catalog/index.ts';
import type { JsonObject } from '../../index.ts';

/** The start of 2026, when every sample happens. */
export const SAMPLE_TIME = '2026-01-01T00:00:00.000Z';

/** A frozen spec, with some fields changed. */
export function sampleSpec(changes: Partial<ToolSpec> = {}): ToolSpec {
  return freezeCopy({
    name: 'refund_order',
    version: '1.0.0',
    description: 'Pays the price of an order back.',
    inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    outputSchema: {},
    ...changes,
  });
}

/** A spec of a name that has no version. */
export function unversionedSpec(changes: Partial<ToolSpec> = {}): ToolSpec {
  const { version: _, ...spec } = sampleSpec(changes);
  return freezeCopy(spec);
}

/** A frozen version with some spec, which nobody has deprecated. */
export function versionOf(
  spec: ToolSpec,
  changes: Partial<Omit<ToolVersion, 'spec' | 'digest'>> = {},
): ToolVersion {
  return freezeCopy({ spec, digest: specDigest(spec), createdAt: SAMPLE_TIME, ...changes });
}

/** A frozen tool whose last version is current, with some fields changed. */
export function toolOf(versions: readonly ToolVersion[], changes: Partial<ToolState> = {}): ToolState {
  const name = versions[0]?.spec.name ?? '';
  return freezeCopy({ name, enabled: true, current: versions.length, versions, ...changes });
}

/** A frozen tool with one version, some fields of whose spec are changed. */
export function sampleTool(spec: Partial<ToolSpec> = {}): ToolState {
  return toolOf([versionOf(sampleSpec(spec))]);
}

/** A frozen document, with some fields changed. */
export function sampleDocument(changes: JsonObject = {}): JsonObject {
  return freezeCopy({ kind: 'toolset', tools: ['refund_order'], ...changes });
}

/** Names that databases, encodings and objects take for something else, or for one another. */
export const trickyNames: readonly string[] = [
  ...['a', 'A', 'á', 'a\u0301', 'ss', 'ß', 'I', 'i', 'ı', 'İ', '0', '00', '1e0', '-0', 'null', 'undefined'],
  ...['constructor', 'toString', 'hasOwnProperty', '__proto__', '__defineGetter__', 'then', 'toJSON'],
  ...['"', "'", "''", '`', '\\', '\\u0000', '%', '_', '?', '$1', ':name', '/', '../x', '*', '[a]', '{}'],
  ...[`';drop/**/table/**/toolcrib_tools;--`, 'a,b', 'a|b', 'a:b', '\ufffd', '\uff21', '\u{1f9f0}'],
  ...['x'.repeat(255), 'x'.repeat(256), `${'x'.repeat(255)}y`, '\u{1f9f0}'.repeat(128)],
];

/** What a catalogue has to be told before it takes names and texts that nobody would publish. */
export const asTricky = Object.freeze({
  waivers: ['look-alike-name', 'copied-definition', 'hidden-unicode'].map((rule) => ({
    rule,
    reason: 'A store has to keep it.',
  })),
});

/** Texts of any kind, as descriptions, versions and reasons can be. */
export const trickyTexts: readonly string[] = [
  ...[
    ' ',
    '\u0000',
    'a\u0000b',
    '\\u0000',
    '\u0001\u007f',
    '\r\n\t',
    '\u2028\ufeff\uffff',
    '\u{1f9f0}\u{10ffff}',
  ],
  ...[
    `'"; drop table toolcrib_tools; -- ? $1 %s`,
    '{"json":"text"}',
    '\\',
    'null',
    'NULL',
    'e\u0301',
    '\u00e9',
  ],
];

/** A copy, so that what is given shares nothing with what a store could give out instead of its own. */
export function freezeCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, item) => Object.freeze(item));
}
