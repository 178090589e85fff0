import { digestAuthority, type ToolAuthority } from '../core/authority.ts';
import type { ToolDigest } from '../core/digest.ts';
import type { ToolDigests } from '../core/lock.ts';
import { contentOf } from './publishing/spec-content.ts';
import { authorityDigest } from './spec-authority.ts';
import { digestOfReadSpec } from './spec-digest.ts';
import type { ToolSpec } from './tool-spec.ts';

/**
 * The digests of the specs of a catalog. Each is computed from what the spec says, and once: specs that were read are deeply
 * frozen, and are kept for as long as the catalog has them.
 */
export class SpecDigests {
  readonly #definitions = new WeakMap<ToolSpec, ToolDigest>();
  readonly #authorities = new WeakMap<ToolAuthority, ToolDigest>();
  readonly #contents = new WeakMap<ToolSpec, ToolDigest>();

  of(spec: ToolSpec): ToolDigests {
    return { digest: this.definitionOf(spec), authorityDigest: this.authorityOf(spec) };
  }

  definitionOf(spec: ToolSpec): ToolDigest {
    return compute(this.#definitions, spec, digestOfReadSpec);
  }

  /** Of what a model reads, the name apart. */
  contentOf(spec: ToolSpec): ToolDigest {
    return compute(this.#contents, spec, contentOf);
  }

  authorityOf({ authority }: Pick<ToolSpec, 'authority'>): ToolDigest {
    return authority === undefined
      ? authorityDigest({})
      : compute(this.#authorities, authority, digestAuthority);
  }
}

function compute<Value extends object>(
  known: WeakMap<Value, ToolDigest>,
  value: Value,
  digestOf: (value: Value) => ToolDigest,
): ToolDigest {
  const digest = known.get(value) ?? digestOf(value);
  // What can still change has another digest the next time.
  if (Object.isFrozen(value)) known.set(value, digest);
  return digest;
}
