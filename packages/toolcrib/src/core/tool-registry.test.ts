import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { type AckSource, ToolRegistry } from './tool-registry.ts';

function tool(name: string, options: Partial<ToolOptions> = {}): Tool {
  return defineTool({
    name,
    description: name,
    inputSchema: { type: 'object' },
    handler: () => name,
    ...options,
  });
}

function names(tools: readonly Tool[]): string[] {
  return tools.map(({ name }) => name);
}

/** A dispatch that ends well or badly on demand. */
function createDispatch(): AckSource & { ack(): void; nack(): void } {
  const listeners = new Set<() => void>();
  return {
    onAck: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ack: () => {
      for (const listener of listeners) listener();
    },
    nack: () => listeners.clear(),
  };
}

describe('a new registry', () => {
  it('[R1] keeps the order of insertion and refuses a duplicate name', () => {
    expect(names(new ToolRegistry([tool('b'), tool('a'), tool('c')]).all())).toEqual(['b', 'a', 'c']);
    expect(new ToolRegistry().all()).toEqual([]);
    expect(errorOf(() => new ToolRegistry([tool('a'), tool('b'), tool('a')])).code).toBe(
      'E_TOOL_ALREADY_REGISTERED',
    );
  });

  it('[R1] does not follow the array that it was made from', () => {
    const tools = [tool('a')];
    const registry = new ToolRegistry(tools);

    tools.push(tool('b'));
    tools[0] = tool('c');

    expect(names(registry.all())).toEqual(['a']);
  });

  it.each([
    ['a look-alike', [{ ...tool('a') }]],
    ['parsed JSON', [JSON.parse(JSON.stringify(tool('a')))]],
    ['undefined', [undefined]],
    ['no array', 'abc'],
  ])('refuses %s', (_what, tools) => {
    expect(errorOf(() => new ToolRegistry(tools as Tool[])).code).toBe('E_INVALID_OPTION');
  });

  it('[R7] is told from a look-alike', () => {
    const registry = new ToolRegistry([tool('a')]);

    expect(ToolRegistry.isToolRegistry(registry)).toBe(true);
    expect(ToolRegistry.isToolRegistry(registry.copy())).toBe(true);
    for (const value of [
      JSON.parse(JSON.stringify(registry)),
      Object.create(ToolRegistry.prototype),
      {},
      null,
      1,
    ]) {
      expect(ToolRegistry.isToolRegistry(value)).toBe(false);
    }
  });

  it('[R10] offers nothing but a collection: no retry, rate limit, authorisation, cache or priority', () => {
    const methods = Object.getOwnPropertyNames(ToolRegistry.prototype).sort();

    expect(methods).toEqual([
      'all',
      'bindContext',
      'constructor',
      'copy',
      'describe',
      'get',
      'has',
      'hidden',
      'hide',
      'list',
      'pruneEphemeral',
      'register',
      'resolve',
      'size',
      'unhide',
      'unregister',
      'visible',
    ]);
  });
});

describe('register', () => {
  it('[R2] adds at the end', () => {
    const registry = new ToolRegistry([tool('a')]);

    registry.register(tool('b'));

    expect(names(registry.all())).toEqual(['a', 'b']);
  });

  it('[R2] refuses a clash unless overwrite is true, whatever the tool itself says', () => {
    const registry = new ToolRegistry([tool('a')]);

    for (const onCollision of ['throw', 'replace', 'keep'] as const) {
      const incoming = tool('a', { onCollision });
      expect(errorOf(() => registry.register(incoming)).code).toBe('E_TOOL_ALREADY_REGISTERED');
      expect(errorOf(() => registry.register(incoming, false)).code).toBe('E_TOOL_ALREADY_REGISTERED');
    }
    expect(errorOf(() => registry.register(tool('a'), 'yes' as unknown as boolean)).code).toBe(
      'E_TOOL_ALREADY_REGISTERED',
    );
  });

  it('[R2] puts the new tool into the place of the old one on overwrite, even one that says keep', () => {
    const registry = new ToolRegistry([tool('a'), tool('b'), tool('c')]);
    const incoming = tool('b', { onCollision: 'keep' });

    registry.register(incoming, true);

    expect(names(registry.all())).toEqual(['a', 'b', 'c']);
    expect(registry.get('b')).toBe(incoming);
  });

  it('refuses what is not a tool', () => {
    expect(errorOf(() => new ToolRegistry().register({} as Tool)).code).toBe('E_INVALID_OPTION');
  });

  it('[R8] names the tool and where both came from', () => {
    const registry = new ToolRegistry([tool('a'), tool('b')], { source: 'billing' });

    const inConstructor = errorOf(() => new ToolRegistry([tool('x'), tool('b'), tool('b')]));
    const byRegister = errorOf(() => registry.register(tool('b')));

    expect(inConstructor.context).toEqual({ toolName: 'b', existing: 'tools[1]', incoming: 'tools[2]' });
    expect(byRegister.context).toEqual({
      toolName: 'b',
      existing: 'the constructor of "billing"',
      incoming: 'register() of "billing"',
    });
    expect(byRegister.message).toBe(
      'Tool "b" is already registered: one comes from the constructor of "billing", another from register() of "billing".',
    );
  });
});

describe('lookup', () => {
  const registry = new ToolRegistry([tool('get_weather')]);

  it('[R3] is exact and case-sensitive, and an unknown name is undefined', () => {
    expect(registry.get('get_weather')?.name).toBe('get_weather');
    expect(registry.has('get_weather')).toBe(true);
    for (const name of [
      'Get_Weather',
      'get_weather ',
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ]) {
      expect(registry.get(name)).toBeUndefined();
      expect(registry.resolve(name)).toBeNull();
      expect(registry.has(name)).toBe(false);
    }
  });

  it('[R3] finds tools that are named like members of every object', () => {
    const odd = ['__proto__', 'constructor', 'toString'].map((name) => tool(name));

    expect(names(new ToolRegistry(odd).all())).toEqual(['__proto__', 'constructor', 'toString']);
    expect(new ToolRegistry(odd).get('__proto__')).toBe(odd[0]);
  });

  it('[R3] forgets an unregistered tool, and unregistering an unknown one changes nothing', () => {
    const own = registry.copy();

    own.unregister('unknown');
    expect(own.size).toBe(1);
    own.unregister('get_weather');

    expect(own.has('get_weather')).toBe(false);
    expect(own.size).toBe(0);
  });

  it('[R4] gives all tools in a fresh array that changes nothing', () => {
    const all = registry.all();

    all.push(tool('intruder'));
    all.reverse();

    expect(names(registry.all())).toEqual(['get_weather']);
    expect(registry.all()).not.toBe(registry.all());
  });
});

describe('ephemeral tools', () => {
  const forged = tool('forged', { ephemeral: true });

  it('[R5] are pruned, and only they, at once and as often as asked', () => {
    const registry = new ToolRegistry([tool('a'), forged, tool('b')]);

    registry.pruneEphemeral();
    expect(names(registry.all())).toEqual(['a', 'b']);
    registry.pruneEphemeral();

    expect(names(registry.all())).toEqual(['a', 'b']);
  });

  it('[R5] stay when overwritten by a lasting tool, and go when they overwrite one', () => {
    const registry = new ToolRegistry([tool('a'), forged]);

    registry.register(tool('forged'), true);
    registry.register(tool('a', { ephemeral: true }), true);
    registry.pruneEphemeral();

    expect(names(registry.all())).toEqual(['forged']);
  });

  it('[R6] go on ack and stay on nack', () => {
    const [acked, nacked] = [new ToolRegistry([forged]), new ToolRegistry([forged])];
    const [good, bad] = [createDispatch(), createDispatch()];
    acked.bindContext(good);
    nacked.bindContext(bad);

    good.ack();
    bad.nack();

    expect(acked.size).toBe(0);
    expect(nacked.size).toBe(1);
  });

  it('[R6] stay when the binding was undone before the ack, even if the dispatch ignores it', () => {
    const registry = new ToolRegistry([forged]);
    const dispatch = createDispatch();
    const stubborn: AckSource = {
      onAck: (listener) => {
        dispatch.onAck(listener);
        return () => undefined;
      },
    };

    registry.bindContext(dispatch)();
    registry.bindContext(stubborn)();
    dispatch.ack();

    expect(registry.size).toBe(1);
  });

  it('[M4] survive copies and merges, and are pruned there alone', () => {
    const original = new ToolRegistry([tool('a'), forged]);
    const merged = ToolRegistry.merge([original, new ToolRegistry([tool('late', { ephemeral: true })])]);

    merged.pruneEphemeral();

    expect(names(merged.all())).toEqual(['a']);
    expect(names(original.all())).toEqual(['a', 'forged']);
  });
});

describe('hidden tools', () => {
  it('[R9] are callable but not listed', () => {
    const registry = new ToolRegistry([tool('a'), tool('b'), tool('c')]);

    registry.hide('b');

    expect(names(registry.visible())).toEqual(['a', 'c']);
    expect(names(registry.hidden())).toEqual(['b']);
    expect(registry.list()).toEqual(['a', 'c']);
    expect(registry.describe().map(({ name }) => name)).toEqual(['a', 'c']);
    expect(names(registry.all())).toEqual(['a', 'b', 'c']);
    expect(registry.get('b')?.name).toBe('b');
    registry.unhide('b');
    expect(names(registry.visible())).toEqual(['a', 'b', 'c']);
  });

  it('[R9] stay hidden in copies and merges, and when overwritten', () => {
    const registry = new ToolRegistry([tool('a'), tool('b')]);
    registry.hide('a');

    const merged = ToolRegistry.merge([
      new ToolRegistry([tool('first')]),
      registry,
      new ToolRegistry([tool('a', { onCollision: 'replace' })]),
    ]);
    registry.register(tool('a'), true);

    expect(names(registry.copy().hidden())).toEqual(['a']);
    expect(names(registry.hidden())).toEqual(['a']);
    expect(names(merged.hidden())).toEqual(['a']);
  });

  it('[R9] lose the mark when unregistered', () => {
    const registry = new ToolRegistry([tool('a')]);
    registry.hide('a');

    registry.unregister('a');
    registry.register(tool('a'));

    expect(names(registry.visible())).toEqual(['a']);
  });

  it('[R9] must exist to be marked', () => {
    const registry = new ToolRegistry();

    expect(errorOf(() => registry.hide('ghost'))).toMatchObject({
      code: 'E_TOOL_NOT_FOUND',
      context: { toolName: 'ghost' },
    });
    expect(errorOf(() => registry.unhide('ghost')).code).toBe('E_TOOL_NOT_FOUND');
  });
});

describe('what a model is shown', () => {
  it('is one frozen list, shared by unchanged copies and made anew after a change', () => {
    const baseline = new ToolRegistry([tool('b'), tool('a')]);
    const turn = baseline.copy();

    expect(turn.describe()).toBe(baseline.describe());
    expect(Object.isFrozen(turn.describe())).toBe(true);
    turn.register(tool('c'));

    expect(turn.describe().map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(baseline.describe().map(({ name }) => name)).toEqual(['b', 'a']);
    expect(baseline.copy().describe()).toBe(baseline.describe());
  });

  it('resolves and lists as any resolver, sorted in code-unit order', () => {
    const registry = new ToolRegistry([tool('b'), tool('_x'), tool('B'), tool('a')]);

    expect(registry.list()).toEqual(['B', '_x', 'a', 'b']);
    expect(registry.resolve('b')?.name).toBe('b');
  });
});

describe('merge', () => {
  it('[M1] gives a fresh registry, left to right, and leaves its inputs alone', () => {
    const left = new ToolRegistry([tool('b'), tool('a')]);
    const right = new ToolRegistry([tool('d'), tool('c')]);

    const merged = ToolRegistry.merge([left, right]);
    merged.unregister('a');
    merged.register(tool('e'));
    merged.hide('b');

    expect(names(merged.all())).toEqual(['b', 'd', 'c', 'e']);
    expect(names(left.visible())).toEqual(['b', 'a']);
    expect(names(right.all())).toEqual(['d', 'c']);
    expect(ToolRegistry.merge([]).all()).toEqual([]);
    expect(ToolRegistry.merge([left])).not.toBe(left);
  });

  const decisions = [
    { own: 'replace', option: 'throw', winner: 'incoming' },
    { own: 'replace', option: 'keep', winner: 'incoming' },
    { own: 'keep', option: 'throw', winner: 'existing' },
    { own: 'keep', option: 'replace', winner: 'existing' },
    { own: 'throw', option: 'replace', winner: 'incoming' },
    { own: 'throw', option: 'keep', winner: 'existing' },
  ] as const;

  it.each(decisions)(
    '[M2] with $own on the incoming tool and $option on the merge keeps the $winner',
    (decision) => {
      for (const existingSays of ['throw', 'replace', 'keep'] as const) {
        const existing = tool('a', { onCollision: existingSays });
        const incoming = tool('a', { onCollision: decision.own });
        const registries = [new ToolRegistry([existing, tool('z')]), new ToolRegistry([incoming])];

        const merged = ToolRegistry.merge(registries, { onCollision: decision.option });

        expect(merged.get('a')).toBe(decision.winner === 'incoming' ? incoming : existing);
        expect(names(merged.all())).toEqual(['a', 'z']);
      }
    },
  );

  it('[M2] throws when nobody decided, which is the default', () => {
    const registries = [new ToolRegistry([tool('a')]), new ToolRegistry([tool('a')])];

    expect(errorOf(() => ToolRegistry.merge(registries)).code).toBe('E_TOOL_ALREADY_REGISTERED');
    expect(errorOf(() => ToolRegistry.merge(registries, { onCollision: 'throw' })).code).toBe(
      'E_TOOL_ALREADY_REGISTERED',
    );
  });

  it('[M3] never replaces a protected tool: neither by merge nor by overwrite', () => {
    const guarded = new ToolRegistry([tool('a', { protected: true })]);
    const replacing = new ToolRegistry([tool('a', { onCollision: 'replace' })]);
    const deferring = new ToolRegistry([tool('a')]);

    expect(errorOf(() => ToolRegistry.merge([guarded, replacing])).code).toBe('E_TOOL_PROTECTED');
    expect(errorOf(() => ToolRegistry.merge([guarded, deferring], { onCollision: 'replace' })).code).toBe(
      'E_TOOL_PROTECTED',
    );
    expect(errorOf(() => guarded.register(tool('a'), true)).code).toBe('E_TOOL_PROTECTED');
    const kept = ToolRegistry.merge([guarded, deferring], { onCollision: 'keep' });
    expect(kept.get('a')?.protected).toBe(true);
  });

  it('[M3] does not ask the existing tool otherwise', () => {
    const existing = new ToolRegistry([tool('a', { onCollision: 'keep' })]);
    const incoming = tool('a', { onCollision: 'replace', protected: true });

    expect(ToolRegistry.merge([existing, new ToolRegistry([incoming])]).get('a')).toBe(incoming);
  });

  it('[M4] carries hidden marks along, but no bindings', () => {
    const left = new ToolRegistry([tool('a'), tool('forged', { ephemeral: true })]);
    const dispatch = createDispatch();
    left.hide('a');
    left.bindContext(dispatch);

    const merged = ToolRegistry.merge([new ToolRegistry(), left]);
    dispatch.ack();

    expect(names(merged.hidden())).toEqual(['a']);
    expect(names(merged.all())).toEqual(['a', 'forged']);
    expect(names(left.all())).toEqual(['a']);
  });

  it('[R8] names the registries that clash, by their source or their place', () => {
    const shared = tool('a');
    const unnamed = [new ToolRegistry([tool('x')]), new ToolRegistry([shared]), new ToolRegistry([shared])];
    const [mail, crm] = ['mail', 'crm'].map((source) => new ToolRegistry([tool('a')], { source }));
    const late = new ToolRegistry();
    late.register(tool('a'));

    const clashOf = (...registries: (ToolRegistry | undefined)[]) =>
      errorOf(() => ToolRegistry.merge(registries as ToolRegistry[])).context;

    expect(clashOf(...unnamed)).toEqual({
      toolName: 'a',
      existing: 'registries[1]',
      incoming: 'registries[2]',
    });
    expect(clashOf(new ToolRegistry(), mail, crm)).toEqual({
      toolName: 'a',
      existing: '"mail"',
      incoming: '"crm"',
    });
    expect(clashOf(late, mail)).toEqual({ toolName: 'a', existing: 'register()', incoming: '"mail"' });
    expect(clashOf(mail, late)).toMatchObject({
      existing: 'the constructor of "mail"',
      incoming: 'registries[1]',
    });
  });

  it('refuses wrong input', () => {
    expect(errorOf(() => ToolRegistry.merge({} as ToolRegistry[])).code).toBe('E_INVALID_OPTION');
    expect(errorOf(() => ToolRegistry.merge([{} as ToolRegistry])).code).toBe('E_INVALID_OPTION');
    expect(errorOf(() => ToolRegistry.merge([], { onCollision: 'last' as 'keep' })).code).toBe(
      'E_INVALID_OPTION',
    );
  });
});
