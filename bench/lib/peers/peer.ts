import type { Definition, ZodDefinition } from '../definitions.ts';

/** Tools that were defined with a peer, with what the bench asks of them. */
export interface PeerTools {
  /** What the peer does in each turn to tell a model of its tools. */
  list(): unknown;
  /** One call of the first tool, if the peer has a way of doing that. */
  call?(args: Record<string, unknown>): Promise<unknown>;
}

/** Another library, used as its documentation says. Each of its functions defines all tools anew. */
export interface Peer {
  fromZod(definitions: readonly ZodDefinition[]): PeerTools | Promise<PeerTools>;
  fromJson(definitions: readonly Definition[]): PeerTools | Promise<PeerTools>;
}

/** The first of some things; that there is none is a mistake in the bench. */
export function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items;
  if (first === undefined) throw new Error('A peer was given no tools.');
  return first;
}
