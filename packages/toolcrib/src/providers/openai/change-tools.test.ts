import { describe, expect, it } from 'vitest';
import { Tool } from '../../core/tool.ts';
import { changeChatTools, changeResponsesTools, renderChatTools, renderResponsesTools } from './index.ts';

const [a, b, c] = [describeTool('a'), describeTool('b'), describeTool('c')];
const b2 = describeTool('b', 'is another one');

describe('changeChatTools', () => {
  it('appends what is new, and keeps what is gone on the list without allowing it', () => {
    const first = renderChatTools([b, c]);
    const change = changeChatTools(first, [a, c]);

    expect(change).toMatchObject({ added: ['a'], removed: ['b'], changed: [], isPrefixKept: true });
    expect(namesOf(change.rendering.tools)).toEqual(['b', 'c', 'a']);
    expect(JSON.stringify(change.rendering.tools.slice(0, 2))).toBe(JSON.stringify(first.tools));
    expect(change.toolChoice).toEqual({
      type: 'allowed_tools',
      allowed_tools: {
        mode: 'auto',
        tools: [
          { type: 'function', function: { name: 'c' } },
          { type: 'function', function: { name: 'a' } },
        ],
      },
    });
  });

  it('replaces what has changed where it is, and says that the cache is lost', () => {
    const change = changeChatTools(renderChatTools([a, b, c]), [a, b2, c]);

    expect(change).toMatchObject({ added: [], removed: [], changed: ['b'], isPrefixKept: false });
    expect(change).not.toHaveProperty('toolChoice');
    expect(namesOf(change.rendering.tools)).toEqual(['a', 'b', 'c']);
  });

  it('allows nothing when all tools are gone, and all of them when they are back', () => {
    const gone = changeChatTools(renderChatTools([a]), []);
    const back = changeChatTools(gone.rendering, [a]);

    expect(gone).toMatchObject({ removed: ['a'], toolChoice: 'none' });
    expect(back).toMatchObject({ added: ['a'], removed: [], isPrefixKept: true });
    expect(back).not.toHaveProperty('toolChoice');
  });
});

describe('changeResponsesTools', () => {
  it('tells what is new in an item, and leaves the list as it is', () => {
    const first = renderResponsesTools([b, c]);
    const change = changeResponsesTools(first, [a, c]);

    expect(change).toMatchObject({ added: ['a'], removed: ['b'], changed: [], isPrefixKept: true });
    expect(change.rendering.tools).toBe(first.tools);
    expect(change.items).toEqual([
      { type: 'additional_tools', role: 'developer', tools: [expect.objectContaining({ name: 'a' })] },
    ]);
    expect(change.toolChoice).toEqual({
      type: 'allowed_tools',
      mode: 'auto',
      tools: [
        { type: 'function', name: 'c' },
        { type: 'function', name: 'a' },
      ],
    });
  });

  it('tells only what is new since the last change', () => {
    const first = renderResponsesTools([b]);
    const second = changeResponsesTools(first, [a, b]);
    const third = changeResponsesTools(second.rendering, [a, b, c]);
    const fourth = changeResponsesTools(third.rendering, [a, b, c]);

    expect(third.items).toMatchObject([{ tools: [{ name: 'c' }] }]);
    expect(third.rendering.tools).toBe(first.tools);
    expect(fourth).toMatchObject({ added: [], removed: [], changed: [], items: [], isPrefixKept: true });
  });

  it('starts with a full list again when a tool has changed, wherever it was told', () => {
    const first = renderResponsesTools([a]);
    const second = changeResponsesTools(first, [a, b]);
    const third = changeResponsesTools(second.rendering, [a, b2, c]);

    expect(third).toMatchObject({ added: ['c'], changed: ['b'], items: [], isPrefixKept: false });
    expect(third.rendering.tools).toMatchObject([
      { name: 'a' },
      { name: 'b', description: 'is another one' },
      { name: 'c' },
    ]);
  });

  it('tells nothing again of a tool that is back, unless it is another one', () => {
    const added = changeResponsesTools(renderResponsesTools([a]), [a, b]);
    const gone = changeResponsesTools(added.rendering, [a]);
    const back = changeResponsesTools(gone.rendering, [a, b]);
    const other = changeResponsesTools(gone.rendering, [a, b2]);

    expect(gone).toMatchObject({ removed: ['b'], kept: ['b'], items: [], isPrefixKept: true });
    expect(back).toMatchObject({ added: ['b'], kept: [], items: [], isPrefixKept: true });
    expect(back).not.toHaveProperty('toolChoice');
    expect(other).toMatchObject({ added: ['b'], items: [], isPrefixKept: false });
    expect(other.rendering.tools).toMatchObject([
      { name: 'a' },
      { name: 'b', description: 'is another one' },
    ]);
  });

  it('starts with a full list again when there is no room for tools that are gone', () => {
    const added = changeResponsesTools(renderResponsesTools([a], { maxTools: 2 }), [a, b]);
    const full = changeResponsesTools(added.rendering, [a, c]);

    expect(full).toMatchObject({ removed: ['b'], kept: [], items: [], isPrefixKept: false });
    expect(full.rendering.tools).toMatchObject([{ name: 'a' }, { name: 'c' }]);
  });

  it('appends to the list where items are not known', () => {
    const change = changeResponsesTools(renderResponsesTools([b]), [a, b], { form: 'append' });

    expect(change).toMatchObject({ items: [], isPrefixKept: true });
    expect(change.rendering.tools).toMatchObject([{ name: 'b' }, { name: 'a' }]);
  });
});

function namesOf(tools: readonly { readonly function: { readonly name: string } }[]) {
  return tools.map((tool) => tool.function.name);
}

function describeTool(name: string, description = '') {
  const inputSchema = { type: 'object', properties: {} } as const;
  return new Tool({ name, description, inputSchema, handler: () => '' }).describe();
}
