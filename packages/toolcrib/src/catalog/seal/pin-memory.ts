import { isSameSpec } from '../is-same-spec.ts';
import type { ToolRegistration } from '../tool-registration.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { ToolsetEntry } from '../toolsets/toolset.ts';
import type { Mismatch, Pin } from './pin-binding.ts';
import { WatchedPin } from './watched-pin.ts';

/** What a tool is made of, beside its code. */
export interface PinSource {
  readonly spec: ToolSpec;
  /** What a toolset wants otherwise. */
  readonly entry?: ToolsetEntry | undefined;
  /** What the catalogue says of the tool: the same object for as long as nothing of it has changed. */
  readonly current?: ToolRegistration | undefined;
}

/** What came of it. */
export type Pinned = WatchedPin | Mismatch;

/**
 * What the code came to when it was held against a catalogue before. Most of it is the same the next time, and is not looked
 * at again: the tools then are the very same objects.
 */
export class PinMemory {
  readonly #byName = new Map<string, PinSource & { readonly pinned: Pinned }>();

  /** What was made of a tool of which nothing has changed since; undefined if something has. */
  recall(name: string, current: ToolRegistration): Pinned | undefined {
    const before = this.#byName.get(name);
    return before?.current === current ? before.pinned : undefined;
  }

  /** What was made of the same before, or is made now. */
  pin(source: PinSource, make: () => Pin | Mismatch): Pinned {
    const { spec } = source;
    const before = this.#byName.get(spec.name);
    const isKnown = before !== undefined && isSameSource(before, source);
    const pinned = isKnown ? withSpec(before.pinned, spec) : watch(make());
    this.#byName.set(spec.name, { ...source, pinned });
    return pinned;
  }
}

function watch(made: Pin | Mismatch): Pinned {
  return 'mismatch' in made ? made : new WatchedPin(made);
}

/** The same spec may be another object. */
function withSpec(pinned: Pinned, spec: ToolSpec): Pinned {
  return 'mismatch' in pinned || pinned.spec === spec ? pinned : new WatchedPin({ tool: pinned.tool, spec });
}

/** Another process hands the same spec over as a copy, and another revision of a toolset its entries. */
function isSameSource(before: PinSource, now: PinSource): boolean {
  if (!isSameSpec(before.spec, now.spec)) return false;
  return before.entry === now.entry || shownBy(before.entry) === shownBy(now.entry);
}

/** All that makes another tool of it. */
function shownBy({ wireName, description, policy }: Partial<ToolsetEntry> = {}): string {
  return JSON.stringify([
    wireName ?? null,
    description ?? null,
    policy?.requires ?? [],
    policy?.autonomy ?? 'allow',
    policy?.gateTimeoutMs ?? null,
  ]);
}
