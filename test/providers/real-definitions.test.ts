import { beforeEach, describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../packages/toolcrib/src/core/tool.ts';
import type { ToolRendering } from '../../packages/toolcrib/src/providers/index.ts';
import { requireData } from '../shared-data.ts';
import { sampleInstances } from './instances.ts';
import { countOptional, countUnions } from './published-rules/anthropic.ts';
import { createJudges, type Judge, readRealTools, realToolsFile } from './real-tools.ts';
import { isWider, type WireForm, wireForms } from './wire-forms.ts';

const SAMPLES = 6;
const modes = ['off', 'exact', 'shape'] as const;
type Mode = (typeof modes)[number];

/** It says draft-07 and writes `exclusiveMinimum: true`, which is draft-04: no provider takes that. */
const unreadable = 'pdf-reader-mcp.read_pdf';

const realTools = readRealTools();
const judgeOf = createJudges();

/** The requests that it takes to tell a provider of all tools. */
function renderAll(
  form: WireForm,
  mode: Mode,
): { tools: readonly ToolDescription[]; rendering: ToolRendering<unknown> }[] {
  const count = Math.ceil(realTools.length / form.maxTools);
  return Array.from({ length: count }, (_, at) => {
    const tools = realTools.slice(at * form.maxTools, (at + 1) * form.maxTools);
    return { tools, rendering: form.render(tools, { strict: mode }) };
  });
}

const cases = wireForms.flatMap((form) => modes.map((mode) => ({ title: form.title, mode, form })));

describe.each(cases)('527 real definitions for $title, strict $mode', ({ form, mode }) => {
  beforeEach((context) => requireData(context, realToolsFile));

  it('break no published rule', () => {
    for (const { rendering } of renderAll(form, mode)) {
      expect(form.check(rendering.tools)).toEqual([]);
      expect(form.check(JSON.parse(JSON.stringify(rendering.tools)))).toEqual([]);
    }
  });

  it('are all rendered, but for one whose schema is of no dialect', () => {
    const refused = renderAll(form, mode).flatMap(({ rendering }) => rendering.report.refused);

    expect(refused.map(({ tool }) => tool)).toEqual([unreadable]);
    expect(refused[0]?.reasons.join()).toContain('exclusiveMinimum');
  });

  it('are reported as they are', () => {
    for (const { tools, rendering } of renderAll(form, mode)) {
      const { report } = rendering;
      const wireTools = rendering.tools.map((tool) => form.readTool(tool));
      const reported = [...report.tools, ...report.refused].map(({ tool }) => tool);

      expect(reported.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
      expect(report.tools.map(({ wireName }) => wireName)).toEqual(wireTools.map(({ name }) => name));
      expect(report.tools.map(({ isStrict }) => isStrict)).toEqual(wireTools.map(({ isStrict }) => isStrict));
      expect(report.count.used).toBe(wireTools.length);
      expect(report.tokens.used).toBe(report.tools.reduce((sum, { tokens }) => sum + tokens, 0));
      for (const budget of [report.count, report.tokens, ...Object.values(report.strict)]) {
        expect(budget.used).toBeLessThanOrEqual(budget.limit);
      }
      for (const { isStrict, strict } of report.tools) expect(strict.status === 'strict').toBe(isStrict);
    }
  });

  it('are strict where that was asked for', () => {
    const strict = renderAll(form, mode).flatMap(({ rendering }) =>
      rendering.report.tools.filter(({ isStrict }) => isStrict),
    );

    expect(strict.length > 0).toBe(form.hasStrict && mode !== 'off');
  });

  it('are called under their own names, with arguments that their own schemas mean', () => {
    const found = renderAll(form, mode).flatMap(({ tools, rendering }) =>
      callAll(form, mode, { tools, rendering }),
    );

    expect(found).toEqual([]);
  });
});

describe.each(wireForms)('527 real definitions in one request for $title', (form) => {
  beforeEach((context) => requireData(context, realToolsFile));

  it('leave out those that are too many, those of the lowest rank first', () => {
    const rank = realTools.map(({ name }) => name).reverse();
    const { report, tools } = form.render(realTools, { rank, maxTools: 100 });
    const kept = report.tools.map(({ tool }) => tool);

    expect(form.check(tools)).toEqual([]);
    expect(kept.toSorted()).toEqual(
      rank
        .filter((name) => name !== unreadable)
        .slice(0, 100)
        .toSorted(),
    );
    expect(report.count).toEqual({ used: 100, limit: 100 });
    expect([...kept, ...report.refused.map(({ tool }) => tool)].toSorted()).toEqual(rank.toSorted());
    for (const { reasons } of report.refused) expect(reasons.join('')).not.toBe('');
  });

  it('are never more than the provider takes', () => {
    const { report, tools } = form.render(realTools, { maxTools: 100_000 });

    expect(form.check(tools)).toEqual([]);
    expect(report.count.limit).toBeLessThanOrEqual(form.maxTools);
  });

  it('are strict by rank', () => {
    const last = realTools.map(({ name }) => name).reverse();
    const able = last.filter((name) => isStrictAlone(form, name)).slice(0, 3);
    const { report, tools } = form.render(realTools, {
      strict: 'exact',
      rank: [...able, ...last],
      maxTools: 128,
    });
    const ranked = report.tools.filter(({ tool }) => able.includes(tool));

    expect(form.check(tools)).toEqual([]);
    expect(ranked.map(({ isStrict }) => isStrict)).toEqual(form.hasStrict ? [true, true, true] : []);
  });
});

function isStrictAlone(form: WireForm, name: string): boolean {
  const tools = realTools.filter((tool) => tool.name === name);
  return form.render(tools, { strict: 'exact' }).report.tools.some(({ isStrict }) => isStrict);
}

it('527 real definitions use the budgets of Anthropic as they are reported', (context) => {
  requireData(context, realToolsFile);
  const form = wireForms.find(({ title }) => title === 'Anthropic');

  for (const strict of ['exact', 'shape'] as const) {
    const rendering = form?.render(realTools, { strict });
    const schemas = (rendering?.tools ?? [])
      .map((tool) => form?.readTool(tool))
      .flatMap((tool) => (tool?.isStrict ? [tool.schema] : []));
    expect(rendering?.report.strict).toEqual({
      tools: { used: schemas.length, limit: 20 },
      optionalParameters: {
        used: schemas.reduce((sum, schema) => sum + countOptional(schema), 0),
        limit: 24,
      },
      unions: { used: schemas.reduce((sum, schema) => sum + countUnions(schema), 0), limit: 16 },
    });
  }
});

interface Request {
  readonly tools: readonly ToolDescription[];
  readonly rendering: ToolRendering<unknown>;
}

/** Calls each tool with what its wire schema takes; answers what came out wrong. */
function callAll(form: WireForm, mode: Mode, { tools, rendering }: Request): string[] {
  const originals = new Map(tools.map((tool) => [tool.name, tool]));
  return rendering.report.tools.flatMap((report, at) => {
    const { name, schema } = form.readTool(rendering.tools[at]);
    const judgeWire = judgeOf(schema);
    const judge = judgeOf(originals.get(report.tool)?.inputSchema ?? {});
    const samples = drawSamples(schema, judgeWire);
    if (samples.length === 0) return [`${report.tool}: the wire schema takes nothing`];
    const mustFit = (mode === 'exact' && report.isStrict) || !isWider(report);
    return samples.flatMap((args) => {
      const [call] = form.readCalls({ name, args }, rendering.codec);
      if (call?.tool !== report.tool) return [`${report.tool}: is read as ${call?.tool}`];
      const issues = mustFit ? judge(call.args) : [];
      return issues.map((issue) => `${report.tool}: ${issue}, from ${JSON.stringify(args)}`);
    });
  });
}

function drawSamples(schema: object, judge: Judge): readonly unknown[] {
  return sampleInstances(schema, {
    seed: 20_261_115,
    count: SAMPLES,
    isValid: (value) => judge(value).length === 0,
  });
}
