import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineTool } from './define-tool.ts';
import { ToolcribError } from './errors.ts';
import type { Tool } from './tool.ts';
import type { OnCollision } from './tool-options.ts';
import { ToolRegistry } from './tool-registry.ts';

/** The rules of the contract once more, as a list and nothing clever. */
interface ModelEntry {
  readonly tool: Tool;
  readonly isHidden: boolean;
}
type Model = readonly ModelEntry[];

function modelPut(model: Model, tool: Tool, mayReplace: boolean): Model | string {
  const index = model.findIndex((entry) => entry.tool.name === tool.name);
  const existing = model[index];
  if (existing === undefined) return [...model, { tool, isHidden: false }];
  if (!mayReplace) return 'E_TOOL_ALREADY_REGISTERED';
  if (existing.tool.protected) return 'E_TOOL_PROTECTED';
  return model.with(index, { tool, isHidden: existing.isHidden });
}

function modelMark(model: Model, name: string, isHidden: boolean): Model | string {
  const isKnown = model.some((entry) => entry.tool.name === name);
  if (!isKnown) return 'E_TOOL_NOT_FOUND';
  return model.map((entry) => (entry.tool.name === name ? { ...entry, isHidden } : entry));
}

function modelMerge(models: readonly Model[], onCollision: OnCollision): Model | string {
  let merged: Model = models[0] ?? [];
  for (const incoming of models.slice(1).flat()) {
    const index = merged.findIndex((entry) => entry.tool.name === incoming.tool.name);
    const existing = merged[index];
    const decision = incoming.tool.onCollision === 'throw' ? onCollision : incoming.tool.onCollision;
    if (existing === undefined) merged = [...merged, incoming];
    else if (decision === 'throw') return 'E_TOOL_ALREADY_REGISTERED';
    else if (decision === 'replace' && existing.tool.protected) return 'E_TOOL_PROTECTED';
    else if (decision === 'replace') {
      const isHidden = existing.isHidden || incoming.isHidden;
      merged = merged.with(index, { tool: incoming.tool, isHidden });
    }
  }
  return merged;
}

/** Tools are made once: what is under test is the registry. */
const pool: readonly Tool[] = ['a', 'b', 'c', 'd', 'constructor'].flatMap((name) =>
  (['throw', 'replace', 'keep'] as const).flatMap((onCollision) =>
    [false, true].flatMap((ephemeral) =>
      [false, true].map((isProtected) =>
        defineTool({
          name,
          description: name,
          inputSchema: { type: 'object' },
          onCollision,
          ephemeral,
          protected: isProtected,
          handler: () => name,
        }),
      ),
    ),
  ),
);

const on = fc.nat(5);
const tool = fc.constantFrom(...pool);
const name = fc.constantFrom('a', 'b', 'c', 'd', 'constructor', 'unknown');
const operation = fc.oneof(
  fc.record({ kind: fc.constant('register' as const), on, tool, overwrite: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('unregister' as const, 'hide' as const, 'unhide' as const), on, name }),
  fc.record({ kind: fc.constantFrom('prune' as const, 'copy' as const), on }),
  fc.record({
    kind: fc.constant('merge' as const),
    of: fc.array(on, { maxLength: 3 }),
    onCollision: fc.constantFrom('throw' as const, 'replace' as const, 'keep' as const),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Registries and models side by side; a failed operation must fail in both, and change neither. */
class World {
  readonly registries = [new ToolRegistry(), new ToolRegistry()];
  readonly models: Model[] = [[], []];

  apply(operation: Operation): void {
    if (operation.kind === 'merge') this.#merge(operation.of, operation.onCollision);
    else this.#change(operation, operation.on % this.registries.length);
  }

  #merge(of: readonly number[], onCollision: OnCollision): void {
    const indexes = of.map((index) => index % this.registries.length);
    const inputs = indexes.flatMap((index) => this.registries[index] ?? []);
    const expected = modelMerge(
      indexes.map((index) => this.models[index] ?? []),
      onCollision,
    );
    this.#add(expected, () => ToolRegistry.merge(inputs, { onCollision }));
  }

  #change(operation: Exclude<Operation, { kind: 'merge' }>, index: number): void {
    const [registry, model] = [this.registries[index], this.models[index]];
    if (registry === undefined || model === undefined) throw new Error('no such registry');
    const put = (expected: Model | string, action: () => void) => this.#set(index, expected, action);
    if (operation.kind === 'register') {
      const { tool, overwrite } = operation;
      put(modelPut(model, tool, overwrite), () => registry.register(tool, overwrite));
    } else if ('name' in operation) {
      const { kind, name } = operation;
      const unregistered = model.filter((entry) => entry.tool.name !== name);
      const expected = kind === 'unregister' ? unregistered : modelMark(model, name, kind === 'hide');
      put(expected, () => registry[kind](name));
    } else if (operation.kind === 'prune') {
      put(
        model.filter((entry) => !entry.tool.ephemeral),
        () => registry.pruneEphemeral(),
      );
    } else {
      this.#add(model, () => registry.copy());
    }
  }

  #set(index: number, expected: Model | string, action: () => void): void {
    const error = codeOf(action);
    expect(error).toBe(typeof expected === 'string' ? expected : undefined);
    if (typeof expected !== 'string') this.models[index] = expected;
  }

  #add(expected: Model | string, action: () => ToolRegistry): void {
    const error = codeOf(() => this.registries.push(action()));
    expect(error).toBe(typeof expected === 'string' ? expected : undefined);
    if (typeof expected !== 'string') this.models.push(expected);
  }

  check(): void {
    for (const [index, registry] of this.registries.entries()) {
      const model = this.models[index] ?? [];
      const visible = model.filter((entry) => !entry.isHidden).map((entry) => entry.tool);
      expect(registry.all()).toEqual(model.map((entry) => entry.tool));
      expect(registry.visible()).toEqual(visible);
      expect(registry.hidden()).toEqual(model.filter((entry) => entry.isHidden).map((entry) => entry.tool));
      expect(registry.describe()).toEqual(visible.map((shown) => shown.describe()));
      expect(registry.list()).toEqual(visible.map((shown) => shown.name).sort());
      expect(registry.size).toBe(model.length);
      for (const key of ['a', 'constructor', 'unknown', 'toString']) {
        expect(registry.get(key)).toBe(model.find((entry) => entry.tool.name === key)?.tool);
      }
    }
  }
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ToolcribError) return error.code;
    throw error;
  }
}

describe('any sequence of operations', () => {
  it('[R1, R2, R3, R4, R5, R9, M1, M2, M3, M4] does what a plain list of tools would do', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 25 }), (operations) => {
        const world = new World();
        for (const step of operations) world.apply(step);
        world.check();
      }),
      { numRuns: 10_000 },
    );
  });
});
