import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../packages/toolcrib/src/core/estimate-tokens.ts';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import { jsonSchema } from '../../packages/toolcrib/src/index.ts';
import { anthropicExecutor } from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import type { RenderOptions } from '../../packages/toolcrib/src/providers/index.ts';
import { createRuntime, requireScopes } from '../../packages/toolcrib/src/runtime/index.ts';
import {
  createToolSearch,
  type RenderSelection,
  selectTools,
  type ToolSearch,
} from '../../packages/toolcrib/src/search/index.ts';
import { toolSchemas } from '../providers/any-schema.ts';
import { type WireForm, wireForms } from '../providers/wire-forms.ts';
import { readRealDefinitions, realDefinitionsFile } from '../real-definitions.ts';
import { requireData } from '../shared-data.ts';
import { anyQuery, anyTools } from './any-search.ts';

/** For each of the providers. */
const RUNS = 40;

type Strict = NonNullable<RenderOptions['strict']>;

function defineTool(name: string, description: string, inputSchema: JsonObject): Tool {
  return new Tool({ name, description, inputSchema: jsonSchema(inputSchema), handler: () => 'done' });
}

function searchOf(tools: readonly Tool[]): ToolSearch {
  return createToolSearch(createRuntime({ resolver: createToolRegistry(tools) }));
}

/** What tools take as they are sent, measured from the bytes and not from a report. */
function measure(form: WireForm, tools: readonly Tool[], strict: Strict): number {
  const rendering = form.render(
    tools.map((tool) => tool.describe()),
    { strict },
  );
  expect(rendering.tools).toHaveLength(tools.length);
  return rendering.tools.reduce<number>((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
}

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name);

/** Tools with words that queries have, some of them with schemas that not every provider can be told. */
const toolSets: fc.Arbitrary<readonly Tool[]> = fc
  .tuple(anyTools(15), fc.array(toolSchemas, { minLength: 4, maxLength: 4 }))
  .map(([content, schemas]) =>
    content.map(({ name, description = name, inputSchema = {} }, at) =>
      defineTool(name, description || name, (schemas[at] as JsonObject | undefined) ?? inputSchema),
    ),
  );

const strictModes = fc.constantFrom<Strict[]>('off', 'exact', 'shape');

describe.each(wireForms)('a selection for $title', (form) => {
  const renderer =
    (strict: Strict): RenderSelection =>
    (tools) =>
      form.render(tools, { strict });

  it('takes no more tokens than it may, as the tools are sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          tools: toolSets,
          pinned: fc.nat({ max: 2 }),
          query: anyQuery(),
          budgetTokens: fc.integer({ min: 1, max: 800 }),
          limit: fc.integer({ min: 2, max: 12 }),
          strict: strictModes,
        }),
        async ({ tools, pinned, query, budgetTokens, limit, strict }) => {
          const render = renderer(strict);
          const always = tools.slice(0, pinned);
          const search = searchOf(tools);
          const options = { query, budgetTokens, limit, always, render };
          const needed = render(always.map((tool) => tool.describe())).report.tools.reduce(
            (sum, { tokens }) => sum + tokens,
            0,
          );
          if (needed > budgetTokens) {
            await expect(selectTools(search, options)).rejects.toThrow(`at least ${needed},`);
            return;
          }

          const selection = await selectTools(search, options);

          const { leftOut } = selection;
          const hits = await search.search(query, { limit: 2 * limit });
          const names = namesOf(selection.tools);
          expect(selection.tokens).toBeLessThanOrEqual(budgetTokens);
          expect(measure(form, selection.tools, strict)).toBe(selection.tokens);
          expect(names.length).toBeLessThanOrEqual(limit);
          // Nothing is lost without a word, and the order is that of the search.
          const considered = [...new Set([...namesOf(always), ...hits.map(({ tool }) => tool.name)])];
          const isLeftOut = new Set(leftOut.map(({ name }) => name));
          expect(names).toEqual(considered.filter((name) => !isLeftOut.has(name)));
          expect(leftOut.map(({ name }) => name)).toEqual(considered.filter((name) => isLeftOut.has(name)));
          expect(JSON.stringify(await selectTools(searchOf(tools), options))).toBe(JSON.stringify(selection));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('has at least as long a beginning of what was found with a larger budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        toolSets,
        anyQuery(),
        fc.tuple(fc.integer({ min: 1, max: 600 }), fc.nat({ max: 600 })),
        async (tools, query, [budgetTokens, more]) => {
          const search = searchOf(tools);
          const render = renderer('off');
          const select = (tokens: number) => selectTools(search, { query, budgetTokens: tokens, render });

          const [small, large] = [await select(budgetTokens), await select(budgetTokens + more)];

          const found = (await search.search(query, { limit: 40 })).map(({ tool }) => tool.name);
          const beginning = beginningOf(found, small.tools);
          expect(namesOf(large.tools).slice(0, beginning.length)).toEqual(beginning);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('of real tools fits, and has what was asked for', async (context) => {
    requireData(context, realDefinitionsFile);
    const search = searchOf(readRealTools());

    for (const strict of ['off', 'exact', 'shape'] as const) {
      for (const budgetTokens of [200, 1_000, 4_000]) {
        for (const query of [
          'what will the weather be',
          'create an excel workbook',
          'search papers on arxiv',
        ]) {
          const { tools, tokens } = await selectTools(search, {
            query,
            budgetTokens,
            render: renderer(strict),
          });

          expect(tokens).toBeLessThanOrEqual(budgetTokens);
          expect(measure(form, tools, strict)).toBe(tokens);
          if (budgetTokens >= 1_000) expect(tools.length).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe('a selection', () => {
  const city = { type: 'object', properties: { city: { type: 'string' } } };
  const forecast = defineTool('forecast', 'Tells the weather.', city);
  const admin = new Tool({
    ...{ name: 'weather_admin', description: 'Changes the weather.', inputSchema: jsonSchema(city) },
    requires: ['weather:write'],
    handler: () => 'done',
  });
  const mail = defineTool('send_mail', 'Sends a letter.', city);

  it('has nothing that the caller may not see', async () => {
    const resolver = createToolRegistry([forecast, admin, mail]);
    const search = createToolSearch(createRuntime({ resolver, policy: requireScopes }));
    const select = (scopes: readonly string[]) =>
      selectTools(search, { query: 'weather', budgetTokens: 1_000, caller: { id: 'ada', scopes } });

    const [few, all] = [await select([]), await select(['weather:write'])];

    expect(namesOf(few.tools)).toEqual(['forecast']);
    expect(JSON.stringify(few)).not.toContain('admin');
    expect(namesOf(all.tools).sort()).toEqual(['forecast', 'weather_admin']);
  });

  it('is for a conversation, by what people said, and rendered as an executor will', async () => {
    const executor = anthropicExecutor({ messages: { create: never } } as never, {
      model: 'm',
      maxTokens: 1,
    });
    const search = searchOf([forecast, mail]);

    const { tools, tokens } = await selectTools(search, {
      messages: [
        { role: 'user', content: 'What is the weather like in Oslo?' },
        { role: 'assistant', text: 'Fine.', calls: [] },
        { role: 'user', content: 'Send that to Bob in a letter.' },
      ],
      budgetTokens: 1_000,
      render: executor.renderTools,
    });

    expect(namesOf(tools)).toEqual(['send_mail', 'forecast']);
    expect(tokens).toBe(executor.renderTools(tools.map((tool) => tool.describe())).report.tokens.used);
  });
});

/** The tools before the first that is missing. */
function beginningOf(found: readonly string[], selected: readonly Tool[]): readonly string[] {
  const names = namesOf(selected);
  const end = found.findIndex((name) => !names.includes(name));
  return found.slice(0, end === -1 ? found.length : end);
}

function readRealTools(): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const { server, tool, description, inputSchema } of readRealDefinitions()) {
    // One definition is none that the library takes.
    if (tool === 'read_pdf') continue;
    const name = `${tool}_${server}`.replace(/[^\w-]/g, '_').slice(0, 64);
    tools.set(name, defineTool(name, description, inputSchema));
  }
  return [...tools.values()];
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
