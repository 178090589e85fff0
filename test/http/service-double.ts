import { ToolcribError } from 'toolcrib';
import { type Clock, systemClock } from 'toolcrib/runtime';
import { createFakeIds } from 'toolcrib/testing';
import type { AuditDraft } from '../../packages/server/src/audit/audit-entry.ts';
import type { Grant } from '../../packages/server/src/auth/grant.ts';
import type { Principal } from '../../packages/server/src/auth/principal.ts';
import type { LogFacts } from '../../packages/server/src/operations/log.ts';
import type { Service } from '../../packages/server/src/service/service.ts';

/** What a service double was told. */
export interface Heard {
  readonly audit: AuditDraft[];
  readonly requests: { readonly route: string; readonly status: number }[];
  readonly denied: string[];
  readonly lines: { readonly message: string; readonly facts: LogFacts | undefined }[];
  readonly errors: unknown[];
}

/** A principal by the name of `token`, which is also its bearer token here. */
export function createPrincipal(token: string, grants: readonly Grant[]): Principal {
  return { id: `key:${token}`, kind: 'key', name: token, grants, limits: {} };
}

/** The parts of a service that the HTTP layer uses, and what they heard. There is one tenant, `acme`. */
export function createServiceDouble(
  options: {
    readonly principals?: readonly Principal[];
    readonly clock?: Clock;
    readonly append?: (draft: AuditDraft) => Promise<void>;
    readonly takeRequest?: () => void;
    readonly assertWritable?: (tenant: string) => void;
  } = {},
): { readonly service: Service; readonly heard: Heard } {
  const heard: Heard = { audit: [], requests: [], denied: [], lines: [], errors: [] };
  const append = async (draft: AuditDraft) => {
    await options.append?.(draft);
    heard.audit.push(draft);
  };
  const note = (message: string, facts?: LogFacts) => void heard.lines.push({ message, facts });
  const parts: Partial<Service> | object = {
    clock: options.clock ?? systemClock,
    randomId: createFakeIds('request'),
    isReady: () => true,
    authenticator: {
      async authenticate({ headers }: { readonly headers: Headers }) {
        const token = headers.get('authorization')?.replace('Bearer ', '');
        const principal = options.principals?.find(({ name }) => name === token);
        if (principal === undefined) throw new ToolcribError('E_UNAUTHENTICATED', 'The key is not valid.');
        return principal;
      },
    },
    limiter: {
      takeRequest: options.takeRequest ?? (() => undefined),
      takeCall: async () => undefined,
      acquire: () => () => undefined,
    },
    store: { getTenant: async (name: string) => (name === 'acme' ? { name } : undefined) },
    tenants: { confirm: async () => undefined },
    audit: {
      append,
      appendDenial: append,
      assertWritable: options.assertWritable ?? (() => undefined),
    },
    metrics: {
      countRequest: ({ route, status }: { route: string; status: number }) =>
        void heard.requests.push({ route, status }),
      countDenied: (reason: string) => void heard.denied.push(reason),
      setOpenStreams: () => undefined,
    },
    log: {
      info: note,
      warn: note,
      error: (message: string, error: unknown, facts?: LogFacts) => {
        heard.errors.push(error);
        note(message, facts);
      },
    },
  };
  // Only what the HTTP layer touches is there.
  return { service: parts as Service, heard };
}
