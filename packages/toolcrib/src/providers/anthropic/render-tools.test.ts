import { describe, expect, it } from 'vitest';
import { createToolRenderer, renderTools } from './render-tools.ts';

const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;
const weather = { name: 'weather', description: 'Tells the weather.', inputSchema };
const silent = { name: 'silent', description: '', inputSchema };

describe('renderTools', () => {
  it('[T8] writes tools as the Messages API takes them, by name', () => {
    const { tools } = renderTools([weather, silent]);

    expect(JSON.parse(JSON.stringify(tools))).toMatchObject([
      { name: 'silent', input_schema: { type: 'object', required: ['city'] } },
      { name: 'weather', description: 'Tells the weather.', input_schema: { type: 'object' } },
    ]);
    expect(Object.keys(tools[0] ?? {})).toEqual(['name', 'input_schema']);
    expect(Object.keys(tools[1] ?? {})).toEqual(['name', 'description', 'input_schema']);
    expect([tools, ...tools].every(Object.isFrozen)).toBe(true);
  });

  it('[T11] gives any id a legal name, and reads it back', () => {
    const id = 'github.com/issues.create';
    const { tools, codec } = renderTools([{ ...weather, name: id }]);

    expect(tools[0]?.name).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    expect(codec.toToolName(tools[0]?.name ?? '')).toBe(id);
  });

  it('says that a tool is strict only if it is', () => {
    const { tools, report } = renderTools([weather], { strict: 'exact' });

    expect(report.tools[0]?.isStrict).toBe(true);
    expect(Object.keys(tools[0] ?? {})).toEqual(['name', 'description', 'input_schema', 'strict']);
    expect(tools[0]?.strict).toBe(true);
  });
});

describe('createToolRenderer', () => {
  it('gives the same objects for the same tools', () => {
    const render = createToolRenderer();
    const tools = [weather, silent];

    expect(render([...tools])).toBe(render(tools));
    expect(render([weather])).not.toBe(render(tools));
  });
});
