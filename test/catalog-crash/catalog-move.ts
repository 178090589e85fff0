import type {
  ToolCatalog,
  ToolRegistration,
  ToolRegistrySnapshot,
  ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';

/** A change of a catalogue, as JSON. */
export type CatalogMove =
  | { readonly do: 'register'; readonly spec: ToolSpec }
  | { readonly do: 'register-all'; readonly specs: readonly ToolSpec[] }
  | { readonly do: 'enable' | 'disable' | 'deprecate' | 'undeprecate'; readonly name: string }
  | { readonly do: 'quarantine' | 'release' | 'remove'; readonly name: string }
  /** Goes back to what there is, but for some tools that are left out or switched. */
  | { readonly do: 'restore'; readonly seed: number };

/** What came of it: what it answered, in short, or the code of the error that it was refused with. */
export type MoveOutcome =
  | { readonly status: 'ok'; readonly answer: unknown }
  | { readonly status: 'refused'; readonly code: string; readonly reason?: unknown };

/** Makes a move in the name of somebody. */
export async function makeMove(catalog: ToolCatalog, move: CatalogMove, by: string): Promise<MoveOutcome> {
  try {
    return { status: 'ok', answer: await carryOut(catalog, move, by) };
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    const { code, context } = error;
    return { status: 'refused', code, ...(code === 'E_STORE_FAILED' && { reason: context.reason }) };
  }
}

async function carryOut(catalog: ToolCatalog, move: CatalogMove, by: string): Promise<unknown> {
  switch (move.do) {
    case 'register':
      return toText(await catalog.register(move.spec, { by }));
    case 'register-all':
      return (await catalog.registerAll(move.specs, { by })).map(toText);
    case 'enable':
    case 'disable':
      return toText(await catalog.setEnabled(move.name, move.do === 'enable', { by }));
    case 'deprecate':
      return toText(await catalog.deprecate(move.name, { message: 'Use another one.', by }));
    case 'undeprecate':
      return toText(await catalog.undeprecate(move.name, { by }));
    case 'quarantine':
      return toText(await catalog.quarantine(move.name, { reason: 'It leaks.', by }));
    case 'release':
      return toText(await catalog.release(move.name, { by }));
    case 'remove':
      return await catalog.remove(move.name, { by });
    case 'restore':
      return await catalog.restore(alter(catalog.snapshot(), move.seed), { by });
  }
}

function toText(registration: ToolRegistration | undefined): string {
  if (registration === undefined) return 'none';
  const { spec, enabled, createdAt, deprecation, quarantine } = registration;
  const marks = [enabled && 'enabled', deprecation && 'deprecated', quarantine && 'quarantined'];
  return [`${spec.name}@${spec.version ?? ''}`, createdAt, ...marks.filter(Boolean)].join(' ');
}

function alter(snapshot: ToolRegistrySnapshot, seed: number): ToolRegistrySnapshot {
  const kept = snapshot.tools.filter((_, index) => (index + seed) % 3 !== 0);
  const tools = kept.map((tool, index) =>
    (index + seed) % 4 === 0 ? { ...tool, enabled: !tool.enabled } : tool,
  );
  return { ...snapshot, tools };
}
