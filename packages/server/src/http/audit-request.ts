import { type ErrorCode, ToolcribError } from 'toolcrib';
import type { AuditDraft } from '../audit/audit-entry.ts';
import { ALL_TENANTS } from '../auth/grant.ts';
import type { Service } from '../service/service.ts';
import type { AuditedAnswer, RouteContext } from './route.ts';
import type { Visit } from './visit.ts';

const denials: readonly ErrorCode[] = [
  'E_FORBIDDEN',
  'E_GRANT_EXCEEDED',
  'E_SELF_APPROVAL',
  'E_CONCURRENCY_LIMITED',
];

/** Whether an error means that somebody was not allowed to. */
export function isDenial(error: unknown): error is ToolcribError {
  return error instanceof ToolcribError && denials.includes(error.code);
}

/** Writes down that somebody was not allowed to. If that fails the answer is the same. */
export async function auditDenial(service: Service, visit: Visit, error: ToolcribError): Promise<void> {
  try {
    // Who holds nothing in a tenant writes nothing into its log, not even by being refused.
    const tenant = visit.actor?.tenant;
    const draft = draftOf(visit, {
      tenant: tenant ?? ALL_TENANTS,
      action: 'request-denied',
      outcome: 'denied',
      subject: tenant === undefined ? await knownTenant(service, visit) : lastParam(visit),
    });
    const noGrants = visit.principal?.noGrants;
    await service.audit.appendDenial({
      ...draft,
      code: error.code,
      ...(noGrants !== undefined && { details: { noGrants } }),
    });
  } catch (failure) {
    service.log.error('a denial could not be written to the audit log', failure, {
      requestId: visit.requestId,
    });
  }
}

/** The tenant of the path, if there is one of that name: nothing else of what a stranger wrote. */
async function knownTenant({ store }: Service, { params }: Visit): Promise<string | undefined> {
  const record = params.tenant === undefined ? undefined : await store.getTenant(params.tenant);
  return record?.name;
}

/**
 * Writes down that something was done, before the client is told so.
 *
 * @throws ToolcribError `E_AUDIT_FAILED`; the response is not to be sent then.
 */
export async function auditDone(
  visit: Visit,
  context: RouteContext,
  { response, audited }: { readonly response: Response; readonly audited: AuditedAnswer | undefined },
): Promise<void> {
  const { route, params } = visit;
  const subject = route?.subject === undefined ? lastParam(visit) : route.subject(context);
  const facts = { action: 'request-done', outcome: 'ok', subject: audited?.subject ?? subject } as const;
  const tenants = new Set([params.tenant ?? ALL_TENANTS, ...(audited?.tenants ?? [])]);
  const { audit } = context.service;
  const details = audited?.details === undefined ? {} : { details: audited.details };
  try {
    const drafts = [...tenants].map((tenant) => ({ ...draftOf(visit, { ...facts, tenant }), ...details }));
    await Promise.all(drafts.map((draft) => audit.append(draft)));
  } catch (cause) {
    response.body?.cancel().catch(() => undefined);
    throw new ToolcribError(
      'E_AUDIT_FAILED',
      'It was done, but could not be written to the audit log yet. That is tried again; do not repeat the request.',
      { cause },
    );
  }
}

type Facts = Pick<AuditDraft, 'tenant' | 'action' | 'outcome'> & { readonly subject: string | undefined };

function draftOf(visit: Visit, { subject, ...facts }: Facts): AuditDraft {
  const { remoteAddress } = visit.info;
  return {
    ...facts,
    actor: visit.principal?.id ?? 'nobody',
    requestId: visit.requestId,
    ...(visit.route === undefined ? {} : { route: visit.route.id }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    ...(subject === undefined ? {} : { subject: subject.slice(0, MAX_SUBJECT) }),
  };
}

const MAX_SUBJECT = 256;

/** The last parameter of the path. */
function lastParam({ params }: Visit): string | undefined {
  return Object.values(params).at(-1);
}
