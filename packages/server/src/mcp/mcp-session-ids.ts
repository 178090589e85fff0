import {
  type ClientCapabilities,
  createRequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Actor } from '../auth/actor.ts';

/**
 * Ids of sessions, for clients of before 2026. They tell a client's requests from those of others, and those of clients that
 * said at their beginning that they can show forms tell that too. Nothing is kept here for an id, and none is required.
 */
export interface McpSessionIds {
  issue(actor: Actor, canShowForms: boolean): Promise<string>;
  /** What the client of an id can do; nothing for an id of somebody else, or that is none. */
  capabilitiesOf(sessionId: string | null | undefined, actor: Actor): Promise<ClientCapabilities | undefined>;
}

/** The header that has the id. */
export const SESSION_HEADER = 'mcp-session-id';

/** Longer than any client runs. */
const SECONDS = 365 * 24 * 60 * 60;
const FORMS = 'forms.';
const PLAIN = 'plain.';

/** Whether an id says that its client can show forms; whether that is true is another question. */
export function isFormSessionId(sessionId: string | null | undefined): boolean {
  return sessionId?.startsWith(FORMS) === true;
}

/** Seals with a key that all processes of the service share, of at least 32 bytes. */
export function createMcpSessionIds(key: Uint8Array | string, randomId: () => string): McpSessionIds {
  const codec = createRequestStateCodec<{ readonly forms: string; readonly nonce: string }>({
    key,
    ttlSeconds: SECONDS,
  });
  return {
    issue: async ({ principal }, canShowForms) => {
      const nonce = randomId();
      return canShowForms
        ? `${FORMS}${await codec.mint({ forms: principal.id, nonce })}`
        : `${PLAIN}${nonce}`;
    },
    capabilitiesOf: async (sessionId, { principal }) => {
      if (sessionId === null || sessionId === undefined || !isFormSessionId(sessionId)) return undefined;
      try {
        const { forms } = await codec.verify(sessionId.slice(FORMS.length), noContext);
        return forms === principal.id ? { elicitation: { form: {} } } : undefined;
      } catch {
        // Whatever it is, it is not ours. Who made it up gets what all others get.
        return undefined;
      }
    },
  };
}

/** Only a codec that binds to the context looks at it. */
const noContext = undefined as unknown as ServerContext;
