import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../core/tool.ts';
import { changeTools } from './change-tools.ts';
import { renderTools } from './render-tools.ts';

function describeTool(name: string, description = 'Does it.'): ToolDescription {
  return { name, description, inputSchema: { type: 'object', properties: {} } };
}

const read = describeTool('read');
const write = describeTool('write');
const search = describeTool('search');

describe('changeTools, natively', () => {
  it('leaves the list alone and tells what goes and what comes', () => {
    const previous = renderTools([read, write]);
    const changed = describeTool('read', 'Does it better.');

    const change = changeTools(previous, [search, changed]);

    expect(change).toMatchObject({
      added: ['search'],
      removed: ['write'],
      changed: ['read'],
      kept: [],
      isPrefixKept: true,
      betas: ['inline-tools-2026-09-15'],
    });
    expect(change.rendering.tools).toBe(previous.tools);
    const [definition] = renderTools([changed]).tools;
    expect(change.message).toEqual({
      role: 'system',
      content: [
        { type: 'tool_removal', tool: { type: 'tool_reference', name: 'write' } },
        { type: 'tool_addition', tool: { type: 'tool_definition', definition } },
        {
          type: 'tool_addition',
          tool: { type: 'tool_definition', definition: renderTools([search]).tools[0] },
        },
      ],
    });
  });

  it('needs the older beta only to take tools away', () => {
    const change = changeTools(renderTools([read, write]), [read]);

    expect(change.message?.content).toHaveLength(1);
    expect(change.betas).toEqual(['mid-conversation-tool-changes-2026-07-01']);
  });

  it('tells nothing if nothing changed', () => {
    const change = changeTools(renderTools([read, write]), [write, read]);

    expect(change).toMatchObject({ added: [], removed: [], changed: [], betas: [] });
    expect('message' in change).toBe(false);
  });

  it('goes on from one change to the next, and knows all names', () => {
    const id = 'example.com/tools.delete';
    const first = renderTools([read, describeTool(id)]);
    const second = changeTools(first, [read, search]);
    const third = changeTools(second.rendering, [read, search]);
    const fourth = changeTools(third.rendering, [read, describeTool(id)]);

    expect(second).toMatchObject({ added: ['search'], removed: [id] });
    expect('message' in third).toBe(false);
    expect(fourth).toMatchObject({ added: [id], removed: ['search'] });
    expect(fourth.rendering.tools).toBe(first.tools);
    const wireName = first.codec.toWireName(id);
    expect(third.rendering.codec.toToolName(wireName)).toBe(id);
    expect(second.message?.content[0]?.tool).toEqual({ type: 'tool_reference', name: wireName });
    // The request still has all of them.
    expect(fourth.rendering.report.tools.map(({ tool }) => tool)).toEqual([id, 'read', 'search']);
  });

  it('makes no more tools strict than a request may have, those that are gone included', () => {
    const many = (prefix: string) => Array.from({ length: 20 }, (_, at) => describeTool(`${prefix}${at}`));
    const previous = renderTools(many('a'), { strict: 'exact' });

    const { message, rendering } = changeTools(previous, many('b'));

    expect(rendering.report.strict.tools).toEqual({ used: 20, limit: 20 });
    expect(message?.content).toHaveLength(40);
    expect(JSON.stringify(message)).not.toContain('"strict":true');
  });
});

describe('changeTools, by appending', () => {
  it('keeps the bytes of what was there', () => {
    const previous = renderTools([read, write]);

    const change = changeTools(previous, [describeTool('a'), write], { form: 'append' });

    expect(change).toMatchObject({
      added: ['a'],
      removed: ['read'],
      kept: ['read'],
      isPrefixKept: true,
      betas: [],
    });
    expect('message' in change).toBe(false);
    expect(JSON.stringify(change.rendering.tools.slice(0, 2))).toBe(JSON.stringify(previous.tools));
    expect(change.rendering.tools.map(({ name }) => name)).toEqual(['read', 'write', 'a']);
  });

  it('says that the bytes are others where a definition changed', () => {
    const change = changeTools(renderTools([read, write]), [read, describeTool('write', 'New.')], {
      form: 'append',
    });

    expect(change).toMatchObject({ changed: ['write'], kept: [], isPrefixKept: false });
    expect(change.rendering.tools.map(({ description }) => description)).toEqual(['Does it.', 'New.']);
  });
});
