import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import type { ToolDescription } from '../../packages/toolcrib/src/core/tool.ts';
import type { RenderOptions, ToolReport } from '../../packages/toolcrib/src/providers/index.ts';
import { wildSchemas } from './any-schema.ts';
import { type WireForm, wireForms } from './wire-forms.ts';

type Mode = 'off' | 'exact' | 'shape';

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function tool(name: string, inputSchema: JsonObject = city): ToolDescription {
  return { name, description: `Does ${name.length}.`, inputSchema };
}

/** Names as different people give them, and names that look like one another. */
const names: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^[a-z]{1,4}(\.[a-z_]{1,4}){0,3}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
  fc.constantFrom('pay', 'pаy', 'ｐay', 'pay ', 'Pay', 'p.ay', 'p_ay', 'p-ay', 'p:ay', '_', '1', '-'),
  fc.stringMatching(/^[a-z]{1,3}$/).map((end) => `${'long.'.repeat(60)}${end}`),
  fc.constantFrom('__proto__', 'constructor', 'toString'),
);

const nameSets = fc.uniqueArray(names, { minLength: 1, maxLength: 12 });

const toolSets: fc.Arbitrary<ToolDescription[]> = fc
  .uniqueArray(fc.tuple(names, fc.oneof(fc.constant(city), wildSchemas)), {
    minLength: 1,
    maxLength: 8,
    selector: ([name]) => name,
  })
  .map((entries) => entries.map(([name, schema]) => tool(name, schema as JsonObject)));

const strictModes = fc.constantFrom<Mode[]>('off', 'exact', 'shape');

function bytesOf(form: WireForm, tools: readonly ToolDescription[], options?: RenderOptions): string {
  return JSON.stringify(form.render(tools, options).tools);
}

describe.each(wireForms)('tools for $title', (form) => {
  it('are the same bytes in whatever order they come', () => {
    const cases = toolSets.chain((tools) =>
      fc.tuple(fc.constant(tools), fc.shuffledSubarray(tools, { minLength: tools.length }), strictModes),
    );

    fc.assert(
      fc.property(cases, ([tools, shuffled, strict]) => {
        expect(bytesOf(form, shuffled, { strict })).toBe(bytesOf(form, tools, { strict }));
      }),
    );
  });

  it('have legal names, no two alike, that stand for them alone', () => {
    fc.assert(
      fc.property(nameSets, (ids) => {
        const { codec, report, tools } = form.render(ids.map((id) => tool(id)));
        const wireNames = tools.map((wireTool) => form.readTool(wireTool).name);

        expect(form.check(tools)).toEqual([]);
        expect(new Set(wireNames).size).toBe(wireNames.length);
        expect(wireNames.map((wireName) => codec.toToolName(wireName))).toEqual(
          report.tools.map(({ tool: name }) => name),
        );
        for (const { tool: name, wireName } of report.tools) expect(codec.toWireName(name)).toBe(wireName);
        expect([...report.tools, ...report.refused].map(({ tool: name }) => name).toSorted()).toEqual(
          ids.toSorted(),
        );
      }),
    );
  });

  it('leave out a tool that is called as another one is on the wire, and only that', () => {
    fc.assert(
      fc.property(nameSets, (ids) => {
        const before = form.render(ids.map((id) => tool(id)));
        const taken = before.report.tools.filter(({ tool: name, wireName }) => name !== wireName);
        const impostors = taken.map(({ wireName }) => wireName);
        const free = impostors.filter((name) => !ids.includes(name));
        const after = form.render([...ids, ...free].map((id) => tool(id)));

        expect(JSON.stringify(after.tools)).toBe(JSON.stringify(before.tools));
        expect(after.report.refused.map(({ tool: name }) => name)).toEqual(
          expect.arrayContaining([...new Set(free)]),
        );
        for (const { tool: name, wireName } of taken) {
          expect(after.codec.toToolName(wireName)).toBe(name);
        }
      }),
    );
  });

  it('break no published rule, whatever their schemas are', () => {
    fc.assert(
      fc.property(toolSets, strictModes, (tools, strict) => {
        const rendering = form.render(tools, { strict });
        expect(rendering.tools.length === 0 ? [] : form.check(rendering.tools)).toEqual([]);
      }),
    );
  });

  it('keep their order and names whatever their rank is', () => {
    const cases = toolSets.chain((tools) =>
      fc.tuple(
        fc.constant(tools),
        fc.shuffledSubarray(tools.map(({ name }) => name)),
        strictModes,
        fc.integer({ min: 1, max: 6 }),
      ),
    );

    fc.assert(
      fc.property(cases, ([tools, rank, strict, maxTools]) => {
        const plain = form.render(tools, { strict }).report.tools;
        const ranked = form.render(tools, { strict, rank }).report.tools;
        const few = form.render(tools, { strict, rank, maxTools }).report.tools;
        const legal = plain.map((report) => report.tool);
        const wanted = [...new Set([...rank, ...legal.toSorted()])].filter((name) => legal.includes(name));
        const kept = wanted.slice(0, maxTools);

        expect(ranked.map(toNames)).toEqual(plain.map(toNames));
        expect(few.map(toNames)).toEqual(plain.filter((report) => kept.includes(report.tool)).map(toNames));
      }),
    );
  });

  it('are the same after a restart, and so is what their names and arguments mean', () => {
    fc.assert(
      fc.property(toolSets, strictModes, (tools, strict) => {
        const [first, second] = [tools, structuredClone(tools)].map((list) => form.render(list, { strict }));

        expect(JSON.stringify(second?.tools)).toBe(JSON.stringify(first?.tools));
        expect(JSON.stringify(second?.report)).toBe(JSON.stringify(first?.report));
        for (const { tool: name, wireName } of first?.report.tools ?? []) {
          expect(second?.codec.toToolName(wireName)).toBe(name);
          const args = { city: 'Paris', size: null };
          expect(second?.codec.decodeArguments(name, args)).toEqual(first?.codec.decodeArguments(name, args));
        }
      }),
    );
  });

  it('leave the names of those that are gone readable', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: 8 }), (ids) => {
        const [gone = '', ...present] = ids;
        const tools = present.map((id) => tool(id));
        const { codec, report, tools: wireTools } = form.render(tools, { retired: [gone] });
        const wireName = codec.toWireName(gone);

        expect(codec.toToolName(wireName)).toBe(gone);
        expect(codec.encodeArguments(gone, { city: 'Paris' })).toEqual({ city: 'Paris' });
        expect(codec.decodeArguments(gone, { city: 'Paris' })).toEqual({ city: 'Paris' });
        expect(report.tools.map(({ tool: name }) => name)).not.toContain(gone);
        expect(wireTools.map((wireTool) => form.readTool(wireTool).name)).not.toContain(wireName);
        expect(
          form.check(JSON.parse(JSON.stringify([...wireTools, ...form.render([tool(gone)]).tools]))),
        ).toEqual([]);
      }),
    );
  });

  it('leave out a tool whose schema is none, and only that', () => {
    const wrong = fc.constantFrom<JsonObject[]>(
      { type: 'object', properties: { a: { $ref: '#/$defs/nowhere' } } },
      { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
      { type: 'object', properties: { a: { type: 'text' } } },
      { type: 'object', properties: { a: { exclusiveMinimum: true } } },
      { type: 'object', properties: [] },
      { type: 'object', required: 'city' },
    );

    fc.assert(
      fc.property(toolSets, wrong, strictModes, (tools, schema, strict) => {
        const good = tools.filter(({ name }) => name !== 'wrong');
        const { report, tools: wireTools } = form.render([...good, tool('wrong', schema)], { strict });

        expect(JSON.stringify(wireTools)).toBe(bytesOf(form, good, { strict }));
        expect(report.refused).toContainEqual({ tool: 'wrong', reasons: [expect.any(String)] });
      }),
    );
  });
});

function toNames({ tool: name, wireName }: ToolReport): string {
  return `${name} as ${wireName}`;
}
