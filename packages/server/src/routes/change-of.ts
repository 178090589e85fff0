import type { Actor } from '../auth/actor.ts';

/** Who makes a change, and why, as a catalogue records it. The name is always that of who was authenticated. */
export function changeOf(
  actor: Actor,
  reason: string | undefined,
): { readonly by: string; readonly reason?: string } {
  const by = actor.principal.id;
  return reason === undefined ? { by } : { by, reason };
}
