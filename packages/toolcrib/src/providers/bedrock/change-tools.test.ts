import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import { changeTools } from './change-tools.ts';
import { renderTools } from './render-tools.ts';

const describeTool = (name: string, description = name) => weather({ name, description }).describe();

describe('changeTools for Bedrock', () => {
  it('keeps what was there in its place', () => {
    const previous = renderTools([describeTool('b'), describeTool('d')]);
    const { rendering, ...change } = changeTools(previous, [describeTool('a'), describeTool('d')]);

    expect(change).toEqual({ added: ['a'], removed: ['b'], changed: [], kept: ['b'], isPrefixKept: true });
    expect(rendering.tools.map(({ toolSpec }) => toolSpec.name)).toEqual(['b', 'd', 'a']);
    expect(JSON.stringify(rendering.tools)).toContain(JSON.stringify(previous.tools).slice(0, -1));
  });

  it('says that caches are lost when a tool has changed', () => {
    const previous = renderTools([describeTool('a')]);
    const { changed, isPrefixKept } = changeTools(previous, [describeTool('a', 'another')]);

    expect({ changed, isPrefixKept }).toEqual({ changed: ['a'], isPrefixKept: false });
  });
});
