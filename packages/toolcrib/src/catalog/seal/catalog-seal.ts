import { SealedToolRegistry } from '../../core/sealed-tool-registry.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolResolver } from '../../core/tool-resolver.ts';
import { diffSpecs } from '../diff-specs.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { Pin } from './pin-binding.ts';

/** A tool that the code has, but that must not be used now. */
export type LeftOutTool = {
  readonly name: string;
  /** The version in the catalogue that it was checked against; `null` is the one without. */
  readonly version: string | null;
  /** It is switched off, in quarantine, not in the catalogue any more, or there with other content. */
  readonly reason: 'disabled' | 'quarantined' | 'removed' | 'replaced';
};

/**
 * The tools of a deployment that were checked against a catalogue, as far as the catalogue lets them be used now. Which
 * tools there are, and their definitions, are fixed: what happens in the catalogue can take a tool out and let it in
 * again, but nothing else. Made by `sealCatalog()`.
 *
 * It is a resolver that looks at the catalogue at every call, so that a tool that is disabled or put into quarantine is
 * gone for the next call of a runtime. All of it answers at once, from the replica, and costs next to nothing as long as
 * that has not changed. When the catalogue is closed, what held last goes on to hold.
 */
export class CatalogSeal implements ToolResolver {
  /** Every tool that was checked, also those that are left out; for `lockTools`. */
  readonly tools: readonly Tool[];
  readonly #catalog: ToolCatalog;
  readonly #pins: readonly WatchedPin[];
  #sequence: number;
  #registry: SealedToolRegistry;
  #leftOut: readonly LeftOutTool[] = Object.freeze([]);

  static {
    // As of a sealed registry: what can be put onto the prototype can be put into every seal.
    Object.freeze(CatalogSeal.prototype);
  }

  /** @internal */
  constructor(catalog: ToolCatalog, pins: readonly Pin[]) {
    this.tools = Object.freeze(pins.map(({ tool }) => tool));
    this.#catalog = catalog;
    this.#pins = pins.map((pin) => ({ ...pin, known: pin.spec }));
    this.#sequence = catalog.sequence;
    this.#registry = this.#look(undefined);
    Object.freeze(this);
  }

  /**
   * What may be used now, for whoever wants it to stay so for a while. As long as no tool came or went it is the same
   * object.
   */
  available(): SealedToolRegistry {
    const { sequence } = this.#catalog;
    if (sequence !== this.#sequence) {
      this.#registry = this.#look(this.#registry);
      this.#sequence = sequence;
    }
    return this.#registry;
  }

  /** What must not be used now, and why, sorted by name in code-unit order. */
  leftOut(): readonly LeftOutTool[] {
    this.available();
    return this.#leftOut;
  }

  resolve(name: string): Tool | null {
    return this.available().resolve(name);
  }

  list(): readonly string[] {
    return this.available().list();
  }

  /** What may be used; the registry from before if it is the same. */
  #look(before: SealedToolRegistry | undefined): SealedToolRegistry {
    const tools: Tool[] = [];
    const leftOut: LeftOutTool[] = [];
    for (const pin of this.#pins) {
      const { name, version = null } = pin.spec;
      const reason = findReason(this.#catalog, pin);
      if (reason === undefined) tools.push(pin.tool);
      else leftOut.push(Object.freeze({ name, version, reason }));
    }
    this.#leftOut = Object.freeze(leftOut.sort((left, right) => (left.name < right.name ? -1 : 1)));
    // The tools of a name never change, so that their number and names tell.
    const isSame = before?.size === tools.length && tools.every(({ name }) => before.resolve(name) !== null);
    return isSame ? before : new SealedToolRegistry(tools);
  }
}

/** With what its version was seen to be in the catalogue last, so that the same object is compared once. */
interface WatchedPin extends Pin {
  known: ToolSpec;
}

/** Why a tool must not be used; undefined if it may. */
function findReason(catalog: ToolCatalog, pin: WatchedPin): LeftOutTool['reason'] | undefined {
  const { name, version = null } = pin.spec;
  const registration = catalog.get(name, { version });
  if (registration === undefined) return 'removed';
  if (registration.quarantine !== undefined) return 'quarantined';
  if (!registration.enabled) return 'disabled';
  const { spec } = registration;
  if (spec === pin.known) return undefined;
  if (diffSpecs(pin.spec, spec).length > 0) return 'replaced';
  pin.known = spec;
  return undefined;
}
