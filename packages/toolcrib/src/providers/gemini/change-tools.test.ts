import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import { changeTools } from './change-tools.ts';
import { renderTools } from './render-tools.ts';

const describeTool = (name: string, description = name) => weather({ name, description }).describe();

describe('changeTools for Gemini', () => {
  it.each(['json-schema', 'openapi'] as const)('keeps what was there in its place, in %s', (schema) => {
    const previous = renderTools([describeTool('b'), describeTool('d')], { schema });
    const { rendering, ...change } = changeTools(previous, [describeTool('a'), describeTool('d')]);

    expect(change).toEqual({ added: ['a'], removed: ['b'], changed: [], kept: ['b'], isPrefixKept: true });
    expect(rendering.tools.map(({ name }) => name)).toEqual(['b', 'd', 'a']);
    expect(JSON.stringify(rendering.tools)).toContain(JSON.stringify(previous.tools).slice(0, -1));
    expect(rendering.codec.toToolName('b')).toBe('b');
  });

  it('says that caches are lost when a tool has changed', () => {
    const previous = renderTools([describeTool('a')]);
    const { changed, isPrefixKept } = changeTools(previous, [describeTool('a', 'another')]);

    expect({ changed, isPrefixKept }).toEqual({ changed: ['a'], isPrefixKept: false });
  });
});
