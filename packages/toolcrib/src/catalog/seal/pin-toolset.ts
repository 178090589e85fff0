import { deriveTool } from '../../core/derive-tool.ts';
import { findVersion } from '../find-version.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolVersion } from '../tool-state.ts';
import { findPinned } from '../toolsets/resolve-toolset.ts';
import { shownSpec } from '../toolsets/shown-spec.ts';
import type { AppliedToolset, ToolsetEntry, ToolsetPin } from '../toolsets/toolset.ts';
import { toolsetEntries } from '../toolsets/toolset-entries.ts';
import type { ReadBinding } from './catalog-binding.ts';
import type { CatalogMismatch } from './catalog-mismatch.ts';
import { build, compare, type Mismatch, type Pin, versionMissing } from './pin-binding.ts';
import type { PinMemory, Pinned } from './pin-memory.ts';

/** A tool of a toolset, and what there is for it. */
interface EntryToPin {
  readonly entry: ToolsetEntry;
  readonly version: ToolVersion;
  readonly binding: ReadBinding;
}

/** Where the tools of a toolset come from. */
interface ToolsetCode {
  readonly catalog: ToolCatalog;
  readonly bindings: readonly ReadBinding[];
  readonly memory: PinMemory;
}

/**
 * Finds the code for every tool of a toolset, at the very version that is pinned, and makes it the tool that the toolset
 * wants. Tools that are denied need no code.
 *
 * @throws ConfigError when a binding is wrong in itself, such as `E_INVALID_TOOL` for its `timeoutMs`.
 */
export function pinToolset(
  { catalog, bindings, memory }: ToolsetCode,
  { definition, pins }: AppliedToolset,
): readonly Pinned[] {
  const byName = new Map(bindings.map((binding) => [binding.name, binding]));
  return toolsetEntries(definition).flatMap((entry, index) => {
    if (entry.policy?.autonomy === 'deny') return [];
    // There is one for each tool.
    const version = findVersionOf(catalog, pins[index] as ToolsetPin);
    if ('mismatch' in version) return [version];
    const binding = byName.get(entry.tool);
    if (binding === undefined) return [toMismatch({ name: entry.tool, kind: 'unbound' })];
    const { spec } = version;
    return [memory.pin({ spec, entry }, () => pinEntry({ entry, version, binding }))];
  });
}

function findVersionOf(catalog: ToolCatalog, pin: ToolsetPin): ToolVersion | Mismatch {
  const { tool: name, version = null } = pin;
  const found = findPinned(catalog.versions(name), pin, catalog.digests);
  if ('spec' in found) return found;
  if (found.kind === 'tool-not-found') return toMismatch({ name, kind: 'missing' });
  if (found.kind === 'version-changed') return toMismatch({ name, kind: 'replaced', version });
  return versionMissing(catalog, name, { version });
}

function pinEntry({ entry, version, binding }: EntryToPin): Pin | Mismatch {
  const { spec } = version;
  if (!isFor(binding, version)) {
    const wanted = 'tool' in binding ? { version: binding.tool.version ?? null } : binding.wanted;
    return toMismatch({ name: spec.name, kind: 'other-version', version: spec.version ?? null, wanted });
  }
  // A handler gets its definition from here; a tool has one, which must be that of the catalogue.
  const shown = shownSpec(spec, entry);
  const pinned = 'tool' in binding ? compare(binding.tool, spec) : build(shown, binding.work);
  if ('mismatch' in pinned) return toMismatch({ ...pinned.mismatch, name: spec.name });
  const { wireName: name, description, policy } = entry;
  const { requires, autonomy = 'allow', gateTimeoutMs } = policy ?? {};
  const judged = { requires, autonomy, gateTimeoutMs };
  return { tool: deriveTool(pinned.tool, { name, description, ...judged }), spec };
}

/** Whether a binding takes the version that is pinned. One that asks for none, or for the latest, takes any. */
function isFor(binding: ReadBinding, { spec, digest, createdAt }: ToolVersion): boolean {
  if ('tool' in binding) return binding.tool.version === undefined || binding.tool.version === spec.version;
  // That it is deprecated is for whoever made the toolset to know.
  const state = { name: spec.name, enabled: true, current: 1, versions: [{ spec, digest, createdAt }] };
  return findVersion(state, binding.wanted) !== undefined;
}

function toMismatch(mismatch: CatalogMismatch): Mismatch {
  return { mismatch: Object.freeze(mismatch) };
}
