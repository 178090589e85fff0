import { SealedToolRegistry } from '../../core/sealed-tool-registry.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolResolver, UnavailableTool } from '../../core/tool-resolver.ts';
import { isSameSpec } from '../is-same-spec.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import { type Deprecation, statusOf, sunsetOf, type ToolRegistration } from '../tool-registration.ts';
import type { AppliedToolset } from '../toolsets/toolset.ts';
import type { CatalogMismatch } from './catalog-mismatch.ts';
import { type PinnedTools, pinTools, type SealOrder } from './pin-tools.ts';
import type { WatchedPin } from './watched-pin.ts';

/** A tool that the code has, but that must not be used now. */
export type LeftOutTool = {
  readonly name: string;
  /** The version in the catalogue that it was checked against; `null` is the one without. */
  readonly version: string | null;
  /**
   * It is switched off, in quarantine, past the date on which it was to go, not in the catalogue any more, or there with
   * other content; or the toolset denies it; or its code does not fit, and such tools are left out.
   */
  readonly reason:
    | 'disabled'
    | 'quarantined'
    | 'sunset'
    | 'removed'
    | 'replaced'
    | 'denied'
    | CatalogMismatch['kind'];
};

/** What a seal is made of. */
export interface SealParts extends PinnedTools {
  readonly order: SealOrder;
  /** What could be used by the seal before: it stays the same object if it is the same. */
  readonly before?: SealedToolRegistry | undefined;
}

/**
 * The tools of a deployment that were checked against a catalogue, as far as the catalogue lets them be used now. Which
 * tools there are, and their definitions, are fixed: what happens in the catalogue can take a tool out and let it in
 * again, but nothing else. Made by `sealCatalog()`; `renew()` gives the one that it would make now.
 *
 * It is a resolver that looks at the catalogue at every call, so that a tool that is disabled or put into quarantine is
 * gone for the next call of a runtime. All of it answers at once, from the replica, and costs next to nothing as long as
 * that has not changed. When the catalogue is closed, what held last goes on to hold.
 */
export class CatalogSeal implements ToolResolver {
  /** Every tool that was checked, also those that are left out; for `lockTools`. */
  readonly tools: readonly Tool[];
  /** The toolset that it was made of, at the revision that was current; undefined if it was made of none. */
  readonly toolset: AppliedToolset | undefined;
  readonly #catalog: ToolCatalog;
  readonly #pins: readonly WatchedPin[];
  readonly #order: SealOrder;
  readonly #denied: readonly LeftOutTool[];
  #mismatches: readonly LeftOutTool[];
  /** That of the catalogue when the code was held against it. */
  #sealedAt: number;
  #sequence: number;
  #registry: SealedToolRegistry;
  #leftOut: readonly LeftOutTool[] = Object.freeze([]);
  /** What is told of those that are left out, by the name that models know. */
  #unavailable: ReadonlyMap<string, UnavailableTool> = new Map();
  /** When the next of the tools goes by itself, in milliseconds since 1970. */
  #nextSunset = Number.POSITIVE_INFINITY;

  static {
    // As of a sealed registry: what can be put onto the prototype can be put into every seal.
    Object.freeze(CatalogSeal.prototype);
  }

  /** @internal */
  constructor(catalog: ToolCatalog, { pins, toolset, mismatches, order, before }: SealParts) {
    this.toolset = toolset;
    this.tools = Object.freeze(pins.map(({ tool }) => tool));
    this.#catalog = catalog;
    this.#pins = pins;
    this.#order = order;
    this.#denied = findDenied(toolset);
    this.#mismatches = mismatches.map(toLeftOut);
    this.#sealedAt = catalog.sequence;
    this.#sequence = catalog.sequence;
    this.#registry = this.#look(before);
    Object.freeze(this);
  }

  /**
   * A seal of the same code against what the catalogue has now, with the current revision of the toolset; this very one if
   * the tools are the same. It answers at once, from the replica, looks only at what has changed, and does not record uses
   * of deprecated versions.
   *
   * @throws as `sealCatalog` rejects.
   */
  renew(): CatalogSeal {
    const { sequence } = this.#catalog;
    if (sequence === this.#sealedAt) return this;
    const pinned = pinTools(this.#catalog, this.#order);
    const { pins, toolset, mismatches } = pinned;
    const isSame = pins.length === this.tools.length && pins.every(({ tool }, at) => tool === this.tools[at]);
    if (!isSame || toolset !== this.toolset) {
      return new CatalogSeal(this.#catalog, { ...pinned, order: this.#order, before: this.available() });
    }
    this.#mismatches = mismatches.map(toLeftOut);
    this.#registry = this.#look(this.#registry);
    this.#sequence = sequence;
    this.#sealedAt = sequence;
    return this;
  }

  /**
   * What may be used now, for whoever wants it to stay so for a while. As long as no tool came or went it is the same
   * object.
   */
  available(): SealedToolRegistry {
    const { sequence } = this.#catalog;
    if (sequence !== this.#sequence || this.#isSunset()) {
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

  /** What `available()` gives. */
  identity(): object {
    return this.available();
  }

  /** That a tool is switched off, in quarantine, or past the date on which it was to go; why is for operators. */
  unavailable(name: string): UnavailableTool | undefined {
    this.available();
    return this.#unavailable.get(name);
  }

  /** What may be used; the registry from before if it is the same. */
  #look(before: SealedToolRegistry | undefined): SealedToolRegistry {
    const tools: Tool[] = [];
    const leftOut: LeftOutTool[] = [...this.#denied, ...this.#mismatches];
    const unavailable = new Map<string, UnavailableTool>();
    const now = Date.parse(this.#catalog.time());
    this.#nextSunset = Number.POSITIVE_INFINITY;
    for (const pin of this.#pins) {
      const { name, version = null } = pin.spec;
      const registration = pin.look(this.#catalog);
      const reason = findReason(pin, registration, now);
      if (reason !== undefined) {
        leftOut.push(Object.freeze({ name, version, reason }));
        const known = explain(pin.tool, reason, this.#renamed(registration?.deprecation));
        if (known !== undefined) unavailable.set(pin.tool.name, known);
        continue;
      }
      tools.push(pin.tool);
      this.#nextSunset = Math.min(this.#nextSunset, sunsetOf(registration?.deprecation));
    }
    this.#unavailable = unavailable;
    this.#leftOut = Object.freeze(leftOut.sort((left, right) => (left.name < right.name ? -1 : 1)));
    const isSame = before?.size === tools.length && tools.every((tool) => before.resolve(tool.name) === tool);
    return isSame ? before : new SealedToolRegistry(tools);
  }

  /** With the replacement by the name that models know it by. */
  #renamed(deprecation: Deprecation | undefined): Deprecation | undefined {
    if (deprecation?.replacement === undefined) return deprecation;
    const found = this.#pins.find(({ spec }) => spec.name === deprecation.replacement);
    return found === undefined ? deprecation : { ...deprecation, replacement: found.tool.name };
  }

  #isSunset(): boolean {
    return (
      this.#nextSunset !== Number.POSITIVE_INFINITY && Date.parse(this.#catalog.time()) >= this.#nextSunset
    );
  }
}

/** Why a tool must not be used; undefined if it may. */
function findReason(
  pin: WatchedPin,
  registration: ToolRegistration | undefined,
  now: number,
): LeftOutTool['reason'] | undefined {
  if (registration === undefined) return 'removed';
  const status = statusOf(registration, now);
  if (status === 'quarantined' || status === 'disabled') return status;
  const { spec } = registration;
  if (spec !== pin.known && !isSameSpec(pin.spec, spec)) return 'replaced';
  pin.known = spec;
  return status === 'sunset' ? status : undefined;
}

/** What is told of a tool that must not be used; nothing of those that are not in the catalogue as they were. */
function explain(
  tool: Tool,
  reason: LeftOutTool['reason'],
  deprecation: Deprecation | undefined,
): UnavailableTool | undefined {
  const { name } = tool;
  if (reason === 'disabled') {
    return { tool, code: 'E_TOOL_DISABLED', message: `The tool ${name} is disabled.` };
  }
  if (reason === 'quarantined') {
    return { tool, code: 'E_TOOL_QUARANTINED', message: `The tool ${name} is in quarantine.` };
  }
  if (reason !== 'sunset') return undefined;
  const message = `The tool ${name} has been gone since ${deprecation?.sunset}.`;
  return { tool, code: 'E_TOOL_SUNSET', message, replacement: deprecation?.replacement };
}

function toLeftOut(mismatch: CatalogMismatch): LeftOutTool {
  const { name, kind } = mismatch;
  return Object.freeze({ name, version: 'version' in mismatch ? mismatch.version : null, reason: kind });
}

/** What a toolset itself leaves out. */
function findDenied(toolset: AppliedToolset | undefined): readonly LeftOutTool[] {
  return (toolset?.definition.tools ?? []).flatMap(({ tool: name, policy }, index) => {
    if (policy?.autonomy !== 'deny') return [];
    const version = toolset?.pins[index]?.version ?? null;
    return [Object.freeze({ name, version, reason: 'denied' as const })];
  });
}
