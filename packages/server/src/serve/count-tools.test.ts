import { toSpec } from 'toolcrib/catalog';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { startCallWorld, toolOf } from '../../../../test/calls/call-world.ts';
import { countTools } from './count-tools.ts';

describe('countTools()', () => {
  it('tells what can be called, and of everything else why not', async () => {
    const names = ['fine', 'old', 'off', 'bad', 'gone', 'changed', 'next', 'lost'];
    const tools = names.map((name) => toolOf(name));
    const clock = createFakeClock();
    const { tenants } = startCallWorld({ tools: [...tools, toolOf('new')], clock });
    const room = await tenants.open('acme');
    const { catalog } = room;
    const specs = tools.map(toSpec);
    const published = specs.filter(({ name }) => !['changed', 'next', 'lost'].includes(name));
    await catalog.registerAll(
      [...published, ...['codeless', 'changed', 'next'].map((name) => toSpec(toolOf(name)))].map((spec) =>
        ['changed', 'next'].includes(spec.name) ? { ...spec, version: '0.9.0' } : spec,
      ),
    );
    await catalog.register(toSpec(toolOf('next')), { draft: true });
    await catalog.register(toSpec(toolOf('new')), { draft: true });
    await catalog.setEnabled('off', false);
    await catalog.quarantine('bad', { reason: 'It leaks.' });
    await catalog.deprecate('old', { message: 'Use fine.' });
    await catalog.deprecate('gone', {
      message: 'Use fine.',
      sunset: new Date(clock.now() + 1).toISOString(),
    });
    await clock.advance(1);

    expect(await countTools(room, [...tools, toolOf('new')])).toEqual({
      callable: 2,
      uncallable: {
        disabled: 1,
        quarantined: 1,
        sunset: 1,
        draft: 2,
        differs: 1,
        unbound: 1,
        refused: 1,
      },
    });
  });

  it('counts nothing twice, and nothing as code in a tenant that may not run it', async () => {
    const { publish } = startCallWorld({ tools: [toolOf('echo')], tenants: ['poor'] });
    const room = await publish('poor');

    expect(await countTools(room, [toolOf('echo')])).toEqual({ callable: 0, uncallable: { unbound: 1 } });
  });
});
