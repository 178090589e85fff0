import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { weather } from '../../../../../test/weather.ts';
import type { ToolDescription } from '../../core/tool.ts';
import { createToolRenderer, renderTools } from './render-tools.ts';

const nothing: ToolDescription = {
  name: 'clock',
  description: '',
  inputSchema: { type: 'object', properties: {} },
};

describe('renderTools for Gemini', () => {
  it('writes JSON Schema, in an order that does not depend on that of the tools', () => {
    const forecast = weather().describe();
    const { tools, report } = renderTools([forecast, nothing]);

    expect(Object.keys(tools[1] ?? {})).toEqual(['name', 'description', 'parametersJsonSchema']);
    expect(tools[0]).toEqual({
      name: 'clock',
      parametersJsonSchema: expect.objectContaining({ type: 'object' }),
    });
    expect(JSON.stringify(renderTools([nothing, forecast]).tools)).toBe(JSON.stringify(tools));
    expect(report.provider).toBe('gemini');
  });

  it('writes OpenAPI, and no parameters where there are none', () => {
    const anything: ToolDescription = { ...nothing, name: 'any', inputSchema: { type: 'object' } };
    const { tools } = renderTools([weather().describe(), nothing, anything], { schema: 'openapi' });

    expect(tools.map((tool) => Object.keys(tool))).toEqual([
      ['name'],
      ['name'],
      ['name', 'description', 'parameters'],
    ]);
    expect(tools[2]?.parameters).toMatchObject({ properties: { city: {} } });
  });

  it.each(['json-schema', 'openapi'] as const)('freezes everything in %s', (schema) => {
    const { tools } = renderTools([weather().describe()], { schema });
    const [tool] = tools as { parameters?: unknown; parametersJsonSchema?: unknown }[];

    expect(Object.isFrozen(tools) && Object.isFrozen(tool)).toBe(true);
    expect(Object.isFrozen(tool?.parameters ?? tool?.parametersJsonSchema)).toBe(true);
  });

  it('stays as it is when the SDK puts its own version of the parameters there', () => {
    const { tools } = renderTools([weather().describe()], { schema: 'openapi' });
    const before = JSON.stringify(tools);
    const [tool] = tools as { parameters?: unknown }[];
    if (tool !== undefined) tool.parameters = { type: 'OBJECT' };

    expect(JSON.stringify(tools)).toBe(before);
  });

  it('says what a schema without properties says in the description of the tool', () => {
    const inputSchema = { type: 'object', description: 'Anything.', minProperties: 2 } as const;
    const render = (description: string) =>
      renderTools([{ name: 'a', description, inputSchema }], { schema: 'openapi' }).tools[0];

    expect(render('Does it.')?.description).toMatch(/^Does it\.\nAnything\.\n.*2/);
    expect(render('')?.description).toMatch(/^Anything\./);
    expect(render('')).not.toHaveProperty('parameters');
  });

  it('[T11] leads wire names back to tools, and those of tools that are gone', () => {
    const { codec } = renderTools([], { retired: ['a b'] });

    expect(codec.toWireName('a b')).toMatch(/^a_b_[0-9a-f]{10}$/);
    expect(codec.toToolName(codec.toWireName('a b'))).toBe('a b');
  });

  it('refuses a schema that it does not know', () => {
    // @ts-expect-error: what JavaScript may pass.
    const error = errorOf(() => renderTools([], { schema: 'xml' }));

    expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option: 'schema' } });
  });
});

describe('createToolRenderer for Gemini', () => {
  it('renders the same tools once', () => {
    const render = createToolRenderer({ schema: 'openapi' });
    const tools = [weather().describe()];

    expect(render([...tools])).toBe(render(tools));
    expect(render(tools, ['gone'])).not.toBe(render(tools));
  });
});
