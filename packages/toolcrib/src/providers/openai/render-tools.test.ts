import { describe, expect, it } from 'vitest';
import { Tool } from '../../core/tool.ts';
import {
  createChatToolRenderer,
  createResponsesToolRenderer,
  renderChatTools,
  renderResponsesTools,
} from './index.ts';

const weather = describeTool('weather', 'Tells the weather.');
const silent = describeTool('a_silent_tool', '');

describe('renderChatTools', () => {
  it('writes tools as Chat Completions wants them', () => {
    expect(JSON.stringify(renderChatTools([weather, silent]).tools)).toMatchInlineSnapshot(
      `"[{"type":"function","function":{"name":"a_silent_tool","parameters":{"type":"object","properties":{}}}},{"type":"function","function":{"name":"weather","description":"Tells the weather.","parameters":{"type":"object","properties":{}}}}]"`,
    );
  });
});

describe('renderResponsesTools', () => {
  it('writes tools as Responses wants them, and always says whether they are strict', () => {
    expect(JSON.stringify(renderResponsesTools([weather, silent]).tools)).toMatchInlineSnapshot(
      `"[{"type":"function","name":"a_silent_tool","parameters":{"type":"object","properties":{}},"strict":false},{"type":"function","name":"weather","description":"Tells the weather.","parameters":{"type":"object","properties":{}},"strict":false}]"`,
    );
  });
});

describe.each([
  { name: 'renderChatTools', render: renderChatTools, create: createChatToolRenderer },
  { name: 'renderResponsesTools', render: renderResponsesTools, create: createResponsesToolRenderer },
])('$name', ({ render, create }) => {
  it('[T8] gives the same bytes in whatever order tools come, frozen', () => {
    const { tools } = render([weather, silent]);

    expect(JSON.stringify(render([silent, weather]).tools)).toBe(JSON.stringify(tools));
    expect([tools, tools[0], tools[1]].every(Object.isFrozen)).toBe(true);
    expect(Object.values(tools[0] ?? {}).every(Object.isFrozen)).toBe(true);
  });

  it('marks tools as strict that the plan found to be', () => {
    const { tools, report } = render([weather], { strict: 'exact' });

    const isStrict = JSON.stringify(tools).includes('"strict":true');
    expect(report.tools.map((tool) => tool.isStrict)).toEqual([isStrict]);
  });

  it('has a renderer that renders the same tools once', () => {
    const renderAgain = create();

    expect(renderAgain([weather, silent])).toBe(renderAgain([weather, silent]));
    expect(renderAgain([weather]).tools).toEqual(render([weather]).tools);
  });
});

function describeTool(name: string, description: string) {
  const inputSchema = { type: 'object', properties: {} } as const;
  return new Tool({ name, description, inputSchema, handler: () => '' }).describe();
}
