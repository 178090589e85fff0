import { ToolcribError, type ToolDigest } from 'toolcrib';
import { type ApproveOptions, authorityDigest, type ToolCatalog, type ToolDraft } from 'toolcrib/catalog';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { Reach } from '../tenants/reach.ts';
import { etagOf } from './etag-of.ts';
import { openReached, toShownFindings } from './open-reached.ts';
import { pageByKey } from './page-by-key.ts';
import { draft, draftReview } from './schemas/draft.ts';
import { reason, tenantParams, toolDigest, toolName, toolParams, versionName } from './schemas/fields.ts';
import { pageFields, pageOf } from './schemas/page.ts';
import { registration } from './schemas/registration.ts';
import { toRegistration } from './to-registration.ts';

const tag = 'drafts';

const version = versionName
  .meta({ description: 'Which version; null is the one without. Not needed if the tool has one draft.' })
  .exactOptional();

const listDrafts = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/drafts',
  id: 'listDrafts',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'List the versions that wait for approval, by name and version',
  params: tenantParams,
  query: z.strictObject({ ...pageFields, tool: toolName.exactOptional() }),
  answers: { 200: pageOf(draft) },
  async handle(context) {
    const { query } = context;
    const { room, reach } = await openReached(context, 'catalog:read');
    const reached = room.catalog.drafts(query.tool).filter(({ spec }) => reach.hasTool(spec.name));
    const page = pageByKey(reached, query, draftKey);
    const body = { ...page, items: page.items.map((item) => toDraft(item, reach)) };
    return { body, etag: etagOf(body) };
  },
});

const reviewDraft = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/drafts/{name}',
  id: 'reviewDraft',
  access: 'catalog:read',
  toolsetLimit: 'tool',
  tag,
  summary: 'Show what a draft would change, against the version that is current now',
  params: toolParams,
  query: z.strictObject({
    version: z
      .string()
      .max(128)
      .meta({ description: 'Which version; empty is the one without. Not needed if the tool has one draft.' })
      .exactOptional(),
  }),
  answers: { 200: draftReview },
  async handle(context) {
    const { params, query } = context;
    const { room, reach } = await openReached(context, 'catalog:read');
    const wanted =
      query.version === undefined ? {} : { version: query.version === '' ? null : query.version };
    const review = await room.catalog.readChecked(() => room.catalog.reviewDraft(params.name, wanted), {
      by: context.actor.principal.id,
    });
    const { current, differences = [], comparison = null } = review;
    const mark = current && {
      ...(current.spec.version !== undefined && { version: current.spec.version }),
      digest: current.digest,
      authorityDigest: room.catalog.authorityDigest(current.spec),
    };
    const body = { draft: toDraft(review.draft, reach), current: mark ?? null, differences, comparison };
    return { body, etag: etagOf(body) };
  },
});

const approveDraft = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/drafts/{name}/approve',
  id: 'approveDraft',
  access: 'catalog:govern',
  toolsetLimit: 'tool',
  tag,
  summary: 'Publish a draft',
  description:
    'The approver must not be the proposer, whatever the policy is now. Keys count as their makers: the approver and the proposer must not have a key or token among them in common. Keys that an operator key made may approve drafts of one another.',
  params: toolParams,
  body: z
    .strictObject({
      digest: toolDigest.meta({ description: 'Of the draft that was looked at.' }),
      authorityDigest: toolDigest
        .meta({ description: 'Of the authority of that draft. Needed unless it states none.' })
        .exactOptional(),
      version,
      reason: reason.exactOptional(),
    })
    .meta({ id: 'ApproveDraftRequest', description: 'Which draft to publish.' }),
  answers: { 200: registration },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:govern');
    const { room, reach } = tenant;
    const approval = {
      ...body,
      // Its schema has just said so.
      digest: body.digest as ToolDigest,
      authorityDigest: body.authorityDigest as ToolDigest | undefined,
      by: actor.principal.id,
      ...(await findProposer(context, room.catalog)),
    };
    const published = await room.catalog.approve(params.name, approval).catch((error: unknown) => {
      throw reach.isLimited ? withoutFindings(error) : error;
    });
    return { body: toRegistration(tenant, published, service.hostTools) };
  },
});

const discardDraft = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/drafts/{name}/discard',
  id: 'discardDraft',
  access: 'catalog:govern',
  toolsetLimit: 'tool',
  tag,
  summary: 'Drop a draft',
  params: toolParams,
  body: z
    .strictObject({ version, reason: reason.exactOptional() })
    .default({})
    .meta({ id: 'DiscardDraftRequest', description: 'Which draft to drop.' }),
  answers: { 204: null },
  async handle({ service, actor, params, body }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    await catalog.discard(params.name, { ...body, by: actor.principal.id });
    return {};
  },
});

export const draftsRoutes: readonly Route[] = [listDrafts, reviewDraft, approveDraft, discardDraft];

/**
 * Who proposed the draft that is to be approved, and whether the approver may be the same person. The catalog refuses a draft
 * of another proposer, because makers of keys are not known in its transaction.
 */
async function findProposer(
  { service: { selfApproval }, actor, params, body }: ApprovalContext,
  catalog: ToolCatalog,
): Promise<Pick<ApproveOptions, 'proposedBy' | 'notProposedBy'>> {
  if (selfApproval.isAllowed) return {};
  await catalog.refresh();
  const isMeant = ({ spec }: ToolDraft) =>
    body.version === undefined || (spec.version ?? null) === body.version;
  const proposer = catalog.drafts(params.name).find(isMeant)?.by;
  if (proposer === undefined) return { proposedBy: null };
  const isSame = await selfApproval.isSamePerson(proposer, actor.principal);
  return { proposedBy: proposer, notProposedBy: isSame ? [proposer] : [] };
}

interface ApprovalContext {
  readonly service: Pick<Service, 'selfApproval'>;
  readonly actor: Actor;
  readonly params: { readonly name: string };
  readonly body: { readonly version?: string | null };
}

function toDraft(waiting: ToolDraft, reach: Reach) {
  const { spec, digest, since } = waiting;
  const findings = toShownFindings(reach, waiting.findings);
  const { source = null, by = null, reason: why = null, base = null } = waiting;
  const { name, version: number = null } = spec;
  const digests = { digest, authorityDigest: authorityDigest(spec) };
  return { name, version: number, spec, ...digests, since, source, by, reason: why, base, findings };
}

/** No name has a space, and nothing that it has comes before one: the order is that of names, then versions. */
function draftKey({ spec }: ToolDraft): string {
  return `${spec.name} ${spec.version ?? ''}`;
}

/** A draft is judged against all tools of the tenant, which not everybody may know of. */
function withoutFindings(error: unknown): unknown {
  if (!(error instanceof ToolcribError) || error.code !== 'E_LINT_FAILED') return error;
  const { toolName } = error.context;
  return new ToolcribError('E_LINT_FAILED', 'The draft is not published because of what lint finds.', {
    context: { toolName },
    cause: error,
  });
}
