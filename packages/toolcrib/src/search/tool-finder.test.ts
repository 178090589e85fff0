import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { Tool } from '../core/tool.ts';
import { toolFinder } from './tool-finder.ts';

const tool = (name: string, description = ''): Tool =>
  new Tool({ name, description, inputSchema: { type: 'object' }, handler: () => 'done' });

describe('a finder', () => {
  it('answers the names of the tools that fit, the best first', async () => {
    const within = [tool('send_email'), tool('read_email', 'Reads what was sent.'), tool('weather')];

    const names = await toolFinder().find('send an email', { within, limit: 5 });

    expect(names).toEqual(['send_email', 'read_email']);
  });

  it('keeps tools of one name apart that belong to different turns', async () => {
    const finder = toolFinder();
    const [mail, weather] = [[tool('run', 'Sends a mail.')], [tool('run', 'Tells the weather.')]];
    const find = (query: string, within: readonly Tool[]) => finder.find(query, { within, limit: 5 });

    const answers = await Promise.all([
      find('mail', mail),
      find('mail', weather),
      find('weather', mail),
      find('weather', weather),
    ]);

    expect(answers).toEqual([['run'], [], [], ['run']]);
  });

  it('sorts ties by name, also those of tools whose names others have too', async () => {
    const finder = toolFinder();
    const [second, first, third] = ['mail-b', 'mail', 'mail_a'].map((name) => tool(name, 'Sends.'));
    await finder.find('sends', { within: [tool('mail'), tool('mail_a')] as Tool[], limit: 5 });

    const names = await finder.find('sends', { within: [second, first, third] as Tool[], limit: 5 });

    const alone = await toolFinder().find('sends', { within: [second, first, third] as Tool[], limit: 5 });
    expect(names).toEqual(alone);
  });

  it.each([
    ['within', {}],
    ['within', { within: 'all' }],
    ['within', { within: ['send_email'] }],
    ['within', { within: Object.freeze([undefined]) }],
    ['limit', { within: [], limit: 0 }],
    ['limt', { within: [], limt: 5 }],
    ['options', undefined],
  ])('rejects a wrong %s', async (option, request) => {
    await expect(toolFinder().find('email', request as never)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
  });

  it('is not made with options that do not exist', () => {
    expect(errorOf(() => toolFinder({ embd: undefined } as never)).context).toEqual({ option: 'embd' });
    expect(errorOf(() => toolFinder(null as never)).context).toEqual({ option: 'options' });
  });

  it('reads a list that is not frozen again', async () => {
    const finder = toolFinder();
    const within = [tool('send_email')];
    await finder.find('email', { within, limit: 5 });

    within.push(tool('read_email'));

    expect(await finder.find('email', { within, limit: 5 })).toHaveLength(2);
  });
});
