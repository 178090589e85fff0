import { type ErrorCode, ToolcribError } from '../core/errors.ts';
import type { ToolLock } from '../core/lock.ts';
import type { Tool } from '../core/tool.ts';
import { type CatalogBinding, readBindings } from './seal/catalog-binding.ts';
import { CatalogSeal } from './seal/catalog-seal.ts';
import { PinMemory } from './seal/pin-memory.ts';
import { pinTools } from './seal/pin-tools.ts';
import { readSealOptions } from './seal/read-seal-options.ts';
import type { ToolCatalog } from './tool-catalog.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Options of {@link sealCatalog}. */
export interface SealOptions {
  /** Who this deployment is, for the report of who uses deprecated versions: 1 to 256 characters. */
  readonly consumer: string;
  /** Refuses tools that differ from this lock. Tools that are left out have to be in it too. */
  readonly lock?: ToolLock | undefined;
  /**
   * Only the tools of the current revision of this toolset, at the versions that it has pinned, with its names, descriptions
   * and scopes. A tool of it without a binding is refused, a binding that is not in it is ignored. The seal does not ask
   * anybody: what wants approval is in the policy that `toolsetPolicy(seal.toolset)` makes. A later revision changes nothing of
   * a seal that was made.
   */
  readonly toolset?: string | undefined;
  /**
   * What becomes of code that does not fit the catalogue, and of tools of the toolset without code: all is refused, or only
   * these are left out, which `leftOut()` then tells. For a process that has code for many catalogues.
   *
   * @default 'refuse'
   */
  readonly onMismatch?: 'refuse' | 'leave-out' | undefined;
}

/** What a tool that must not be used now is resolved to: it is left out, and no mistake of the deployment. */
const unavailable: readonly ErrorCode[] = [
  'E_TOOL_DISABLED',
  'E_TOOL_QUARANTINED',
  'E_TOOL_SUNSET',
  'E_TOOL_NOT_FOUND',
  'E_VERSION_NOT_FOUND',
];

/**
 * Brings the code of a deployment and a catalogue together: a handler gets its definition from the catalogue, and a tool,
 * which has one, must have the same. Whatever fits is fixed here and now, with the exact version; what the catalogue
 * later says of it is only whether it may be used. Tools that are disabled or in quarantine are left out, and come in
 * once that has ended.
 *
 * A tool is compared with the catalogue's version of the same `version`; one without a version with the one without, or
 * if there is none, with the current one. Key order plays no part. The catalogue is refreshed first.
 *
 * It rejects with a ConfigError `E_SPEC_MISMATCH` when anything does not fit, with all of it in `context.mismatches`;
 * with `E_LOCK_MISMATCH`; with `E_TOOLSET_NOT_FOUND`; with `E_INVALID_OPTION` or `E_INVALID_TOOL` when a binding is wrong
 * in itself; and with whatever the store says when it cannot be read, or a deprecated use cannot be written down.
 *
 * @example
 * ```ts
 * const seal = await sealCatalog(catalog, { add: ({ a, b }: { a: number; b: number }) => String(a + b) }, {
 *   consumer: 'calculator-eu',
 * });
 * const runtime = createRuntime({ resolver: seal });
 * ```
 */
export async function sealCatalog(
  catalog: ToolCatalog,
  bindings: Iterable<Tool> | Readonly<Record<string, CatalogBinding>>,
  options: SealOptions,
): Promise<CatalogSeal> {
  const { consumer, ...read } = readSealOptions(options);
  const order = { ...read, bindings: readBindings(bindings), memory: new PinMemory() };
  await catalog.refresh();
  const pinned = pinTools(catalog, order);
  const deprecated = pinned.pins.filter((pin) => pin.look(catalog)?.deprecation !== undefined);
  await Promise.all(deprecated.map(({ spec }) => recordUse(catalog, spec, consumer)));
  return new CatalogSeal(catalog, { ...pinned, order });
}

async function recordUse(catalog: ToolCatalog, spec: ToolSpec, consumer: string): Promise<void> {
  try {
    await catalog.resolve(spec.name, { version: spec.version ?? null, consumer });
  } catch (error) {
    if (!(error instanceof ToolcribError) || !unavailable.includes(error.code)) throw error;
  }
}
