import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { createToolRegistry } from '../../core/sealed-tool-registry.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import { combinePolicies } from './combine-policies.ts';
import { defaultPolicy } from './default-policy.ts';
import { allow, deny, type Policy } from './policy.ts';

const open = tool('open', () => 'a');
const guarded = tool('guarded', () => 'b', { requires: ['admin'] });
const admin = { id: 'root', scopes: ['admin'] };

function names(described: readonly { readonly name: string }[]): string[] {
  return described.map(({ name }) => name);
}

/** Shows all tools to every caller, and counts what it was asked. */
function countingPolicy() {
  let count = 0;
  const answer = () => {
    count++;
    return allow();
  };
  const policy: Policy = Object.assign(answer, { isByScopes: true });
  return { policy, asked: () => count };
}

describe('runtime.describe', () => {
  it('gives each caller what the policy lets it see, in the order of the registry', async () => {
    const { runtime } = startRuntime([]);
    const view = runtime.withTools(new ToolRegistry([open, guarded, tool('also', () => 'c')]));

    expect(names(await view.describe())).toEqual(['open', 'also']);
    expect(names(await view.describe(admin))).toEqual(['open', 'guarded', 'also']);
  });

  it('[L1] gives the very array of the registry, and of its copies, where everything may be seen', async () => {
    const { runtime } = startRuntime([]);
    const baseline = new ToolRegistry([open]);

    expect(await runtime.withTools(baseline.copy()).describe()).toBe(baseline.describe());
    expect(await runtime.withTools(baseline.copy()).describe(admin)).toBe(baseline.describe());
  });

  it('makes a list once per set of scopes, and anew when the tools have changed', async () => {
    const { policy, asked } = countingPolicy();
    const { runtime } = startRuntime([], { policy });
    const registry = new ToolRegistry([open, guarded]);
    const view = runtime.withTools(registry);

    await view.describe(admin);
    await view.describe({ id: 'other', scopes: ['admin'] });
    await runtime.withTools(registry.copy()).describe(admin);
    expect(asked()).toBe(2);

    await view.describe({ id: 'root' });
    expect(asked()).toBe(4);

    registry.unregister('open');
    expect(names(await view.describe(admin))).toEqual(['guarded']);
    expect(asked()).toBe(5);
  });

  it('makes a list once for all who ask at the same time, and for each one if that fails', async () => {
    const { policy, asked } = countingPolicy();
    const { runtime } = startRuntime([], { policy });
    const view = runtime.withTools(new ToolRegistry([open, guarded]));
    let failed = 0;
    const failing = runtime.withTools({
      list: () => {
        failed++;
        throw new Error('There is no list.');
      },
      resolve: () => open,
      identity: () => view,
    });

    const shown = await Promise.all(Array.from({ length: 50 }, () => view.describe(admin)));
    const results = await Promise.allSettled([failing.describe(admin), failing.describe(admin)]);

    expect(asked()).toBe(2);
    expect(new Set(shown).size).toBe(1);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(failed).toBe(2);
  });

  it('shows nobody else, also who asks meanwhile, what was put into a registry while its list was made', async () => {
    const baseline = new ToolRegistry([open]);
    const [mine, theirs] = [baseline.copy(), baseline.copy()];
    const policy: Policy = Object.assign(
      async () => {
        if (!mine.has('mine')) mine.register(tool('mine', () => ''));
        return allow();
      },
      { isByScopes: true },
    );
    const { runtime } = startRuntime([], { policy });

    const [own, others] = await Promise.all([
      runtime.withTools(mine).describe(),
      runtime.withTools(theirs).describe(),
    ]);

    expect(names(others)).toEqual(['open']);
    expect(names(own)).not.toEqual([]);
  });

  it('shows nobody else what was put into a registry while its list was made', async () => {
    const baseline = new ToolRegistry([open]);
    const mine = baseline.copy();
    const policy: Policy = Object.assign(
      async () => {
        // As middleware of one turn that nobody waits for.
        mine.unregister('open');
        if (!mine.has('mine')) mine.register(tool('mine', () => ''));
        return allow();
      },
      { isByScopes: true },
    );
    const { runtime } = startRuntime([], { policy });

    await runtime.withTools(mine).describe();
    expect(names(await runtime.withTools(baseline.copy()).describe())).toEqual(['open']);
  });

  it('shows nothing that the policy was not asked about, however many tools there are meanwhile', async () => {
    const registry = new ToolRegistry([open, tool('other', () => '')]);
    const policy: Policy = async ({ tool: { name, requires } }) => {
      if (name === 'open') {
        registry.unregister('open');
        registry.register(guarded);
      }
      return requires.length === 0 ? allow() : deny('no');
    };
    const { runtime } = startRuntime([], { policy });

    expect(names(await runtime.withTools(registry).describe())).toEqual(['other']);
  });

  it('asks a policy each time that is not by scopes', async () => {
    let isOpen = true;
    const { runtime } = startRuntime([open], { policy: () => (isOpen ? allow() : deny('closed')) });

    expect(names(await runtime.describe())).toEqual(['open']);
    isOpen = false;
    expect(await runtime.describe()).toEqual([]);
  });

  it('remembers a sealed registry, and forgets the first of too many sets of scopes', async () => {
    const { runtime } = startRuntime([]);
    const view = runtime.withTools(createToolRegistry([open, guarded]));
    const first = await view.describe({ id: 'x', scopes: ['s0'] });
    expect(await view.describe({ id: 'y', scopes: ['s0'] })).toBe(first);

    for (let index = 1; index <= 64; index++) await view.describe({ id: 'x', scopes: [`s${index}`] });
    const again = await view.describe({ id: 'x', scopes: ['s0'] });
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('remembers the list of a resolver that tells when its tools are others', async () => {
    const registries = [createToolRegistry([open]), createToolRegistry([open, guarded])];
    let at = 0;
    const now = () => registries[at] ?? createToolRegistry([]);
    const { runtime } = startRuntime([]);
    const view = runtime.withTools({
      resolve: (name) => now().resolve(name),
      list: () => now().list(),
      identity: now,
    });
    const silent = runtime.withTools({ resolve: (name) => now().resolve(name), list: () => now().list() });
    const first = await view.describe(admin);

    const same = await view.describe({ id: 'other', scopes: ['admin'] });
    at = 1;
    const other = await view.describe(admin);

    expect(same).toBe(first);
    expect([names(first), names(other)]).toEqual([['open'], ['guarded', 'open']]);
    expect(await silent.describe(admin)).not.toBe(await silent.describe(admin));
  });

  it('takes a combination of policies for one by scopes if all of them are', () => {
    expect(defaultPolicy.isByScopes).toBe(true);
    expect(combinePolicies([defaultPolicy, allow]).isByScopes).toBe(false);
  });
});
