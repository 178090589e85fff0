import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from 'toolcrib/runtime';
import type { GateQuestion } from './gate-question.ts';
import type { McpSession } from './mcp-session.ts';

/** A gate that a client was asked about, and who was asked. It names things and holds no content. */
export interface AskedGate {
  readonly invocationId: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly toolName: string;
  readonly toolDigest: string;
  readonly contentDigest: string;
  readonly expiresAt: number;
}

/** Seals what a client is asked about into a text that it gives back, and opens it again. */
export interface RequestStates {
  seal(gate: GateQuestion, asker: Asker): Promise<string>;
  /** Undefined for anything that was not sealed for the same principal and toolset, was changed, or has expired. */
  open(state: unknown, asker: Asker): Promise<AskedGate | undefined>;
}

/** Who asks, and with which tools. */
type Asker = Pick<McpSession, 'actor' | 'view'>;

/** The gate says when it expires; this is only how long the seal itself holds. */
const SEAL_SECONDS = 90 * 24 * 60 * 60;

type SealedGate = AskedGate & {
  readonly tenant: string;
  readonly principal: string;
  /** The name of a tool means another one in another toolset. */
  readonly toolset: string | null;
};

/** Seals with a key that all processes of the service share, of at least 32 bytes. */
export function createRequestStates(key: Uint8Array | string, clock: Clock): RequestStates {
  const codec = createRequestStateCodec<SealedGate>({ key, ttlSeconds: SEAL_SECONDS });
  return {
    seal: (gate, { actor: { tenant, principal }, view: { toolset = null } }) => {
      const { invocationId, gateId, name, toolName, toolDigest, contentDigest, expiresAt } = gate;
      const asked: AskedGate = {
        invocationId,
        gateId,
        gateName: name,
        toolName,
        toolDigest,
        contentDigest,
        expiresAt,
      };
      return codec.mint({ ...asked, tenant, principal: principal.id, toolset });
    },
    open: async (state, { actor, view }) => {
      if (typeof state !== 'string') return undefined;
      const sealed = await openSeal(() => codec.verify(state, noContext));
      if (sealed === undefined) return undefined;
      const { tenant, principal, toolset, ...asked } = sealed;
      const isOwn = tenant === actor.tenant && principal === actor.principal.id;
      const isSameToolset = toolset === (view.toolset ?? null);
      return isOwn && isSameToolset && asked.expiresAt > clock.now() ? asked : undefined;
    },
  };
}

/** Only a codec that binds to the context looks at it; this one has the principal in what is sealed. */
const noContext = undefined as unknown as ServerContext;

async function openSeal(verify: () => Promise<SealedGate>): Promise<SealedGate | undefined> {
  try {
    return await verify();
  } catch {
    // Whatever is wrong with it, it is not ours.
    return undefined;
  }
}
