/** Stands for the address of a document that has none of its own. */
export const UNNAMED_DOCUMENT = 'schema:/';

/** A reference split at its first `#`. */
export interface SplitReference {
  /** What comes before; empty means the current resource. */
  readonly address: string;
  /** What comes after, still percent-encoded; empty means the root of the resource. */
  readonly fragment: string;
}

export function splitReference(reference: string): SplitReference {
  const hash = reference.indexOf('#');
  if (hash === -1) return { address: reference, fragment: '' };
  return { address: reference.slice(0, hash), fragment: reference.slice(hash + 1) };
}

/** The absolute form of an address (RFC 3986), or nothing if it has none. */
export function resolveAddress(address: string, base: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** The decoded form of a fragment, or nothing if its percent signs are wrong. */
export function decodeFragment(fragment: string): string | undefined {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    // The only thing that it throws means exactly this.
    return undefined;
  }
}
