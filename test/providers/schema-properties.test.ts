import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import type { ToolDescription } from '../../packages/toolcrib/src/core/tool.ts';
import { toolSchemas } from './any-schema.ts';
import { hardSchemas } from './hard-schemas.ts';
import { sampleInstances } from './instances.ts';
import { createJudges, type Judge } from './real-tools.ts';
import { isWider, type WireForm, wireForms } from './wire-forms.ts';

type Mode = 'off' | 'exact' | 'shape';

const modes = ['off', 'exact', 'shape'] as const;
const strictModes = fc.constantFrom<Mode[]>(...modes);

function tool(schema: JsonObject): ToolDescription {
  return { name: 'any', description: 'Does it.', inputSchema: schema };
}

const judgeOf = createJudges();
function expectLegal(form: WireForm, schema: JsonObject, strict: Mode): void {
  const { report, tools } = form.render([tool(schema)], { strict });

  expect(report.tools.length + report.refused.length).toBe(1);
  expect(tools.length === 0 ? [] : form.check(tools)).toEqual([]);
}

/** What the wire takes is what the tool takes, unless the report says otherwise or nothing is promised. */
function expectFit(form: WireForm, schema: JsonObject, strict: Mode): void {
  const { codec, report, tools } = form.render([tool(schema)], { strict });
  const [only] = report.tools;
  if (only === undefined || (isWider(only) && !(only.isStrict && strict === 'exact'))) return;
  const wire = form.readTool(tools[0]);
  const judge = judgeOf(schema);

  for (const args of draw(wire.schema, judgeOf(wire.schema))) {
    const [call] = form.readCalls({ name: wire.name, args }, codec);
    expect(judge(call?.args), JSON.stringify({ args, read: call?.args })).toEqual([]);
  }
}

function expectWords(form: WireForm, schema: JsonObject, strict: Mode): void {
  const { report, tools } = form.render([tool(schema)], { strict });
  if (report.tools[0]?.changes.every(({ action }) => action !== 'moved') ?? true) return;
  const before = findDescriptions(tool(schema));
  const after = findDescriptions(tools);

  expect(after.filter((text) => !before.includes(text))).not.toEqual([]);
}

/**
 * A call that is told again, as history, is read as it was. Where the report says that a property cannot be
 * left out, it is null then.
 */
function expectRepeat(form: WireForm, schema: JsonObject, strict: Mode): void {
  const { codec, report } = form.render([tool(schema)], { strict });
  const [only] = report.tools;
  if (only === undefined) return;
  const cannotLeaveOut = only.changes.some(({ detail }) => /cannot be left out|is the default/.test(detail));

  for (const args of draw(schema, judgeOf(schema))) {
    const told = codec.encodeArguments('any', args as JsonObject);
    const read = codec.decodeArguments('any', told) as JsonObject;
    expect(cannotLeaveOut ? dropNewNulls(read, args as JsonObject) : read, JSON.stringify(told)).toEqual(
      args,
    );
  }
}

/** A value without the nulls that another one does not have. */
function dropNewNulls(value: JsonValue, before: JsonValue | undefined): JsonValue {
  if (isJsonArray(value)) {
    const items: readonly JsonValue[] = isJsonArray(before ?? null) ? (before as JsonArray) : [];
    return value.map((item, index) => dropNewNulls(item, items[index]));
  }
  if (!isJsonObject(value) || !isJsonObject(before)) return value;
  const members = Object.entries(value).filter(
    ([name, item]) => item !== null || Object.hasOwn(before, name),
  );
  return Object.fromEntries(members.map(([name, item]) => [name, dropNewNulls(item, before[name])]));
}

describe.each(wireForms)('any schema for $title', (form) => {
  it.each([
    ['breaks no published rule', expectLegal],
    ['takes on the wire what the tool takes', expectFit],
    ['says in words what it cannot say otherwise', expectWords],
    ['lets a conversation repeat what was called', expectRepeat],
  ])('%s', (_, expectIt) => {
    fc.assert(
      fc.property(toolSchemas, strictModes, (schema, strict) => expectIt(form, schema, strict)),
      { numRuns: 150 },
    );
  });

  it('and any JSON instead of one, never throws', () => {
    const json = fc.dictionary(
      fc.constantFrom('type', 'properties', '$ref', 'items', 'anyOf', '$defs', 'enum', 'required'),
      fc.jsonValue({ maxDepth: 4 }),
    );

    fc.assert(
      fc.property(json, strictModes, (schema, strict) => expectLegal(form, schema as JsonObject, strict)),
      { numRuns: 150 },
    );
  });

  it.each(Object.entries(hardSchemas))('says %s', (_, schema) => {
    for (const strict of modes) {
      expectLegal(form, schema, strict);
      expectFit(form, schema, strict);
      expectWords(form, schema, strict);
      expectRepeat(form, schema, strict);
      expect(form.render([tool(schema)], { strict }).report.refused).toEqual([]);
    }
  });
});

function findDescriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'description' && typeof part === 'string' ? [part] : findDescriptions(part),
  );
}

function draw(schema: object, judge: Judge): readonly unknown[] {
  return sampleInstances(schema, { seed: 5, count: 4, isValid: (value) => judge(value).length === 0 });
}
