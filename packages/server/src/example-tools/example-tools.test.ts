import { Tool } from 'toolcrib';
import { lintSpec } from 'toolcrib/lint';
import { describe, expect, it } from 'vitest';
import { exampleTools } from './example-tools.ts';

const tools = exampleTools({ folder: '/nowhere' });

describe('the example tools', () => {
  it('are tools with names of their own, made anew without a difference', () => {
    const names = tools.map(({ name }) => name);

    expect(tools.every(Tool.isTool)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(exampleTools({ folder: '/elsewhere' }).map(({ digest }) => digest)).toEqual(
      tools.map(({ digest }) => digest),
    );
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('define %s without a finding', (_, tool) => {
    const isToolName = (name: string) => tools.some((other) => other.name === name);

    expect(lintSpec(tool, { isToolName })).toEqual([]);
    expect(tool).toMatchObject({ version: '1.0.0', tags: expect.arrayContaining([expect.any(String)]) });
  });

  it('say by their hints what they do', () => {
    for (const { effect, annotations } of tools) {
      expect(annotations?.readOnlyHint).toBe(effect === 'read');
      expect(annotations?.destructiveHint ?? false).toBe(effect === 'destructive');
    }
  });
});
