import { toolDisabled, toolNotFound, toolQuarantined, toolSunset } from '../../catalog/catalog-errors.ts';
import { doAtOnce, doWithPauses, mapInPieces, type Pieces } from '../../catalog/pieces.ts';
import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import { statusOf, type ToolRegistration } from '../../catalog/tool-registration.ts';
import { cutText } from '../../core/cut-text.ts';
import { ToolcribError } from '../../core/errors.ts';
import type { ToolLock } from '../../core/lock.ts';
import {
  type CatalogSelection,
  digestsOfSelected,
  isInToolset,
  readSelectionOptions,
  selectNames,
  toSelectedSpec,
} from './catalog-selection.ts';
import { formatInPieces } from './format-lock.ts';
import { toEntry, toLock } from './lock-entry.ts';

/**
 * A lock of what a catalogue offers now, as far as this process has read it: of each tool that can be used, the current
 * version, or the one that is asked for, with its two digests and where it came from. To be reviewed, and kept as the text
 * that `formatLock` makes of it.
 *
 * @throws ToolcribError `E_TOOL_NOT_FOUND`, `E_VERSION_NOT_FOUND`, `E_TOOL_QUARANTINED`, `E_TOOL_DISABLED` or
 * `E_TOOL_SUNSET` when a tool that is asked for by name, or by a toolset, cannot be used; `E_TOOLSET_NOT_FOUND`.
 * @throws ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const lock = lockCatalog(catalog, { tags: ['travel'], versions: { weather: { range: '^1.2.0' } } });
 * ```
 */
export function lockCatalog(catalog: ToolCatalog, options: CatalogSelection = {}): ToolLock {
  return doAtOnce(lockInPieces(catalog, options));
}

/**
 * The text of a lock of what a catalog offers now: `formatLock(lockCatalog(catalog, options))`. Where the catalog has pauses
 * (`CatalogOptions.checks`), it is made with pauses, so that a service answers others meanwhile.
 *
 * It rejects as `lockCatalog` throws.
 */
export async function lockCatalogText(catalog: ToolCatalog, options: CatalogSelection = {}): Promise<string> {
  const lock = await doWithPauses(lockInPieces(catalog, options), catalog.pause);
  return await doWithPauses(formatInPieces(lock), catalog.pause);
}

function* lockInPieces(catalog: ToolCatalog, options: CatalogSelection): Pieces<ToolLock> {
  const selection = readSelectionOptions(options, catalog);
  if (selection.entries === undefined) {
    for (const name of selection.versions.keys()) assertKnown(catalog, name);
  }
  const now = Date.parse(catalog.time());
  // All of it is read before anything is computed, so that it is of one moment.
  const registrations = selectNames(catalog, selection).map((name) => {
    assertKnown(catalog, name);
    if (!isInToolset(name, selection)) throw toolNotFound(name);
    const registration = catalog.get(name, selection.versions.get(name));
    if (registration === undefined) throw versionNotFound(name);
    const problem = problemOf(registration, now);
    if (problem !== undefined) throw problem;
    return registration;
  });
  const { digests } = catalog;
  const entries = yield* mapInPieces(registrations, ({ spec, source }) => {
    const ofSelected = digestsOfSelected(digests, spec, toSelectedSpec(spec, selection));
    return toEntry({ name: spec.name, version: spec.version, ...ofSelected, source });
  });
  return toLock(entries);
}

function assertKnown(catalog: ToolCatalog, name: string): void {
  if (catalog.get(name) === undefined) throw toolNotFound(name);
}

function problemOf(registration: ToolRegistration, now: number): ToolcribError | undefined {
  const { spec, quarantine } = registration;
  switch (statusOf(registration, now)) {
    case 'draft':
      return toolNotFound(spec.name);
    case 'quarantined':
      return toolQuarantined(spec.name, quarantine?.reason ?? '');
    case 'disabled':
      return toolDisabled(spec.name);
    case 'sunset':
      return toolSunset(registration);
    case 'active':
    case 'deprecated':
      return undefined;
  }
}

function versionNotFound(name: string): ToolcribError {
  const toolName = cutText(name);
  return new ToolcribError('E_VERSION_NOT_FOUND', `The tool "${toolName}" has no version as asked for.`, {
    context: { toolName },
  });
}
