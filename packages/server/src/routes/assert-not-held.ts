import { ToolcribError } from 'toolcrib';
import type { Actor } from '../auth/actor.ts';

/**
 * Refuses whoever is held to toolsets: who could say what is in a toolset would be held to nothing.
 *
 * @throws ToolcribError `E_FORBIDDEN`.
 */
export function assertNotHeld({ toolsets }: Actor): void {
  if (toolsets === undefined) return;
  throw new ToolcribError('E_FORBIDDEN', 'You may use some toolsets only, so you may not change any.', {
    context: { toolsets },
  });
}
