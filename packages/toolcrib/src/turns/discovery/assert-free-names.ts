import { alreadyRegistered } from '../../core/collision.ts';
import type { DiscoveryParts } from './discovery-parts.ts';

/**
 * The tools of discovery stand before no other tool of their name.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED`
 */
export function assertFreeNames(
  { ownNames }: Pick<DiscoveryParts, 'ownNames'>,
  taken: { has(name: string): boolean },
  incoming: string,
): void {
  const toolName = ownNames.find((name) => taken.has(name));
  if (toolName === undefined) return;
  throw alreadyRegistered({ toolName, existing: 'the discovery of the runner', incoming });
}
