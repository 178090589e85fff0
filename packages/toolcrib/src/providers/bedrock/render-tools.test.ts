import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import type { ToolDescription } from '../../core/tool.ts';
import { createToolRenderer, renderTools } from './render-tools.ts';

const nothing: ToolDescription = {
  name: 'clock',
  description: '',
  inputSchema: { type: 'object', properties: {} },
};

const exact: ToolDescription = {
  name: 'exact',
  description: 'Has a closed schema.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

describe('renderTools for Bedrock', () => {
  it('writes specifications, in an order that does not depend on that of the tools', () => {
    const forecast = weather().describe();
    const { tools, report } = renderTools([forecast, nothing]);

    expect(tools[0]).toEqual({
      toolSpec: { name: 'clock', inputSchema: { json: expect.objectContaining({ type: 'object' }) } },
    });
    expect(Object.keys(tools[1]?.toolSpec ?? {})).toEqual(['name', 'description', 'inputSchema']);
    expect(JSON.stringify(renderTools([nothing, forecast]).tools)).toBe(JSON.stringify(tools));
    expect(report.provider).toBe('bedrock');
  });

  it('leaves out a description that is blank, which Bedrock refuses', () => {
    const [tool] = renderTools([{ ...nothing, description: ' ' }]).tools;

    expect(tool?.toolSpec).not.toHaveProperty('description');
  });

  it('says which tools are strict', () => {
    const [tool] = renderTools([exact], { strict: 'exact' }).tools;

    expect(Object.keys(tool?.toolSpec ?? {})).toEqual(['name', 'description', 'inputSchema', 'strict']);
    expect(tool?.toolSpec.strict).toBe(true);
  });

  it('freezes everything', () => {
    const { tools } = renderTools([weather().describe()]);
    const { toolSpec } = tools[0] ?? {};

    for (const part of [tools, tools[0], toolSpec, toolSpec?.inputSchema, toolSpec?.inputSchema.json]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('createToolRenderer for Bedrock', () => {
  it('renders the same tools once', () => {
    const render = createToolRenderer();

    expect(render([exact])).toBe(render([exact]));
    expect(render([exact], ['gone'])).not.toBe(render([exact]));
  });
});
