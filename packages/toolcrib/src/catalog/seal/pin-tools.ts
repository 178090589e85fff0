import { assertLocked, type ToolLock } from '../../core/lock.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { AppliedToolset } from '../toolsets/toolset.ts';
import { toolsetNotFound } from '../toolsets/toolset-errors.ts';
import type { ReadBinding } from './catalog-binding.ts';
import { type CatalogMismatch, specMismatch } from './catalog-mismatch.ts';
import { pinBinding } from './pin-binding.ts';
import type { PinMemory } from './pin-memory.ts';
import { pinToolset } from './pin-toolset.ts';
import type { WatchedPin } from './watched-pin.ts';

/** What is to be held against a catalogue, now and whenever a seal is renewed. */
export interface SealOrder {
  readonly bindings: readonly ReadBinding[];
  readonly lock: ToolLock | undefined;
  /** The name of one. */
  readonly toolset: string | undefined;
  readonly onMismatch: 'refuse' | 'leave-out';
  readonly memory: PinMemory;
}

/** What came of it. */
export interface PinnedTools {
  readonly pins: readonly WatchedPin[];
  readonly toolset: AppliedToolset | undefined;
  /** Empty unless they are left out. */
  readonly mismatches: readonly CatalogMismatch[];
}

/**
 * Holds code against what a catalogue has now.
 *
 * @throws ConfigError `E_SPEC_MISMATCH` unless what does not fit is left out, `E_LOCK_MISMATCH`, or when a binding is wrong in
 * itself; ToolcribError `E_TOOLSET_NOT_FOUND`.
 */
export function pinTools(catalog: ToolCatalog, order: SealOrder): PinnedTools {
  const { bindings, lock, memory, onMismatch } = order;
  const toolset = order.toolset === undefined ? undefined : findToolset(catalog, order.toolset);
  const all = toolset
    ? pinToolset({ catalog, bindings, memory }, toolset)
    : bindings.map((binding) => pinBinding({ catalog, memory }, binding));
  const pins: WatchedPin[] = [];
  const mismatches: CatalogMismatch[] = [];
  for (const pinned of all) {
    if ('mismatch' in pinned) mismatches.push(pinned.mismatch);
    else pins.push(pinned);
  }
  if (mismatches.length > 0 && onMismatch === 'refuse') throw specMismatch(mismatches);
  if (lock !== undefined) assertLocked(new Map(pins.map(({ tool }) => [tool.name, tool])), lock);
  return { pins, toolset, mismatches };
}

function findToolset(catalog: ToolCatalog, name: string): AppliedToolset {
  const toolset = catalog.toolsets.get(name);
  if (toolset === undefined) throw toolsetNotFound(name);
  return toolset;
}
