import { expect } from 'vitest';
import {
  type CatalogStore,
  openCatalog,
  specDigest,
  statusOf,
  type ToolCatalog,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { LifecycleModel, type LifecycleView, listedStatuses } from './lifecycle-model.ts';
import {
  type Content,
  type LifecycleOperation,
  reviewedTool,
  specOf,
  toolNames,
  versionNames,
} from './lifecycle-operation.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');

/** How often each outcome of an operation or of resolving, and each type of an event, was seen. */
export type LifecycleFigures = Map<string, number>;

/** Where it happens, and for whom. */
export interface LifecycleWorld {
  readonly store: CatalogStore;
  readonly tenant: string;
  readonly seen: LifecycleFigures;
}

/** Does the same to a catalogue and to a model, and fails where somebody could tell them apart. */
export async function runLifecycle(
  { store, tenant, seen }: LifecycleWorld,
  operations: readonly LifecycleOperation[],
): Promise<void> {
  const model = new LifecycleModel();
  const clock = { now: () => START + model.time };
  const catalog = await openCatalog(store, { tenant, clock });
  try {
    await catalog.setPolicy({ compatibility: 'review' }, { tool: reviewedTool });
    const first = catalog.sequence;
    for (const operation of operations) {
      const [told, expected] = [model.events.length, model.perform(operation)];
      const what = JSON.stringify(operation);
      assertSame(await codeOf(() => perform(catalog, operation)), expected, what);
      const view = model.view();
      assertSame(await viewOf(catalog, clock.now()), view, what);
      const events = await catalog.events(first + told);
      assertSame(
        events.map(({ type, name }) => `${type} ${name}`),
        model.events.slice(told),
        what,
      );
      for (const outcome of [expected, ...Object.values(view.resolved).flat()]) count(seen, outcome);
    }
    for (const event of model.events) count(seen, event);
    const again = await openCatalog(store, { tenant, clock });
    assertSame(await viewOf(again, clock.now()), model.view(), 'opened again');
    again.close();
  } finally {
    catalog.close();
  }
}

/** Compares before it asks `expect`, which takes its time. */
function assertSame(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, what).toEqual(expected);
}

function count(seen: LifecycleFigures, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    const { replacement } = error.context;
    return typeof replacement === 'string' ? `${error.code}: use ${replacement}` : error.code;
  }
}

async function perform(catalog: ToolCatalog, operation: LifecycleOperation): Promise<unknown> {
  switch (operation.kind) {
    case 'advance':
      return undefined;
    case 'register':
    case 'propose':
      return await catalog.register(specOf(operation), {
        by: operation.by,
        draft: operation.kind === 'propose',
      });
    case 'approve': {
      const { name, version, by } = operation;
      return await catalog.approve(name, { version, by, digest: specDigest(specOf(operation)) });
    }
    case 'discard':
      return await catalog.discard(operation.name, { version: operation.version });
    case 'deprecate': {
      const { name, version, sunset } = operation;
      const date = sunset === undefined ? {} : { sunset: new Date(START + sunset).toISOString() };
      return await catalog.deprecate(name, { message: 'Old.', replacement: 'other', version, ...date });
    }
    case 'undeprecate':
      return await catalog.undeprecate(operation.name, { version: operation.version });
    case 'setEnabled':
      return await catalog.setEnabled(operation.name, operation.enabled);
    case 'quarantine':
      return await catalog.quarantine(operation.name, { reason: 'Leaks.' });
    case 'release':
      return await catalog.release(operation.name);
    case 'remove':
      return await catalog.remove(operation.name);
  }
}

async function viewOf(catalog: ToolCatalog, now: number): Promise<LifecycleView> {
  const lists = listedStatuses.map((status) => [status, namesIn(catalog.list({ status }))] as const);
  const resolved: Record<string, readonly string[]> = {};
  for (const name of toolNames) {
    const requests = [{}, ...versionNames.map((version) => ({ version }))];
    resolved[name] = await Promise.all(requests.map((request) => resolve(catalog, name, request)));
  }
  return {
    tools: Object.fromEntries(
      toolNames.map((name) => {
        const found = catalog.get(name);
        return [name, found && [found.spec.version ?? null, contentOf(found.spec), statusOf(found, now)]];
      }),
    ),
    lists: { default: namesIn(catalog.list()), ...Object.fromEntries(lists) },
    resolved,
    drafts: catalog
      .drafts()
      .map(({ spec, by = '' }) => [spec.name, spec.version ?? null, contentOf(spec), by]),
  };
}

async function resolve(catalog: ToolCatalog, name: string, request: object): Promise<string> {
  const found: ToolSpec[] = [];
  const code = await codeOf(async () => {
    found.push((await catalog.resolve(name, { consumer: 'bot', ...request })).spec);
  });
  const [spec] = found;
  return spec === undefined ? code : `${spec.version ?? null} ${contentOf(spec)}`;
}

function namesIn(registrations: ReturnType<ToolCatalog['list']>): readonly string[] {
  return registrations.map(({ spec }) => spec.name);
}

function contentOf({ description = '' }: ToolSpec): Content {
  return description.endsWith('asked for.') ? 'plain' : 'other';
}
