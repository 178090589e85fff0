import type { Tool } from '../../core/tool.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolRegistration } from '../tool-registration.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { Pin } from './pin-binding.ts';

/** A pin that is looked at whenever the catalogue has moved, which costs next to nothing if its tool has not. */
export class WatchedPin implements Pin {
  readonly tool: Tool;
  readonly spec: ToolSpec;
  /** What its version was seen to be in the catalogue last, so that the same object is compared once. */
  known: ToolSpec;
  #current: ToolRegistration | undefined;
  #registration: ToolRegistration | undefined;

  constructor({ tool, spec }: Pin) {
    this.tool = tool;
    this.spec = spec;
    this.known = spec;
  }

  /** What the catalogue says of the version now; undefined if it is not there. */
  look(catalog: ToolCatalog): ToolRegistration | undefined {
    const { name, version = null } = this.spec;
    const current = catalog.get(name);
    // Whatever changes about a tool, what is said of its current version is another object then.
    if (current === undefined || current !== this.#current) {
      this.#current = current;
      this.#registration = current?.spec === this.spec ? current : catalog.get(name, { version });
    }
    return this.#registration;
  }
}
