import { type ErrorCode, type Tool, ToolcribError } from 'toolcrib';
import { diffSpecs, type RegisterOptions, type ToolCatalog, type ToolSpec, toSpec } from 'toolcrib/catalog';
import type { TenantRoom, ToolView } from './tenant-room.ts';

/** How many are looked at, or published in one transaction, without a pause. */
const TOOLS_AT_ONCE = 200;

/** Who publishes, and where the tools come from. */
export type PublishToolsOptions = Pick<RegisterOptions, 'by' | 'source'>;

/** A tool that the catalogue did not take. */
export type RefusedTool = {
  readonly name: string;
  readonly code: ErrorCode;
  /** For people. */
  readonly message: string;
};

/** What became of the tools, by name in code-unit order. */
export type PublishToolsReport = {
  readonly published: readonly string[];
  /** That very version was there. Whether it is current, or may be used, stays as it was. */
  readonly unchanged: readonly string[];
  /** Wait for an approval, because the policy asks for one, or because approving them enables a disabled tool. */
  readonly drafts: readonly string[];
  readonly refused: readonly RefusedTool[];
};

/** What was found of one tool so far. */
interface Offer {
  readonly name: string;
  readonly spec: ToolSpec;
  /** Whether the tenant has switched it off: whatever becomes its current version would switch it on again. */
  readonly isDisabled: boolean;
}

type Report = { [Key in keyof PublishToolsReport]: PublishToolsReport[Key][number][] };

/**
 * Publishes the definitions of tools to a tenant, as far as it does not have them. One that is refused, because the version
 * is there with other content or because of what lint finds, keeps nobody else back. It rejects when the store fails; what
 * was published until then stays.
 */
export async function publishTools(
  room: Pick<TenantRoom, 'catalog' | 'view'>,
  tools: readonly Tool[],
  options: PublishToolsOptions,
): Promise<PublishToolsReport> {
  const { catalog } = room;
  const view = await room.view();
  const report: Report = { published: [], unchanged: [], drafts: [], refused: [] };
  const offers: Offer[] = [];
  for (const [index, tool] of tools.entries()) {
    if (index % TOOLS_AT_ONCE === TOOLS_AT_ONCE - 1) await catalog.pause?.();
    if (isInUse(tool, { catalog, view })) {
      report.unchanged.push(tool.name);
      continue;
    }
    const offer = readOffer(catalog, tool);
    if ('code' in offer) report.refused.push(offer);
    else if (hasVersion(catalog, offer.spec)) report.unchanged.push(offer.name);
    else offers.push(offer);
  }
  for (const draft of [false, true]) {
    const alike = offers.filter(({ isDisabled }) => isDisabled === draft);
    for (let start = 0; start < alike.length; start += TOOLS_AT_ONCE) {
      const some = alike.slice(start, start + TOOLS_AT_ONCE);
      await publish(catalog, { offers: some, options: { ...options, draft }, report });
      await catalog.pause?.();
    }
  }
  for (const names of [report.published, report.unchanged, report.drafts]) names.sort();
  report.refused.sort((left, right) => (left.name < right.name ? -1 : 1));
  return report;
}

interface Publication {
  readonly offers: readonly Offer[];
  readonly options: RegisterOptions;
  readonly report: Report;
}

/** Some of them, in one transaction; if any of them is refused one after another. */
async function publish(catalog: ToolCatalog, { offers, options, report }: Publication): Promise<void> {
  try {
    const registered = await catalog.registerAll(
      offers.map(({ spec }) => spec),
      options,
    );
    for (const { spec, draft } of registered) {
      (draft === undefined ? report.published : report.drafts).push(spec.name);
    }
  } catch (error) {
    const refusal = toRefusal(offers[0]?.name ?? '', error);
    if (offers.length === 1) report.refused.push(refusal);
    else for (const offer of offers) await publish(catalog, { offers: [offer], options, report });
  }
}

/** Whether the tenant runs this very version: then it has been compared with the catalogue already. */
function isInUse(
  tool: Tool,
  { catalog, view }: { readonly catalog: ToolCatalog; readonly view: ToolView },
): boolean {
  if (view.resolver.resolve(tool.name) !== tool) return false;
  // A tool without a version also runs as whichever is current.
  return catalog.versions(tool.name).some(({ spec }) => spec.version === tool.version);
}

function readOffer(catalog: ToolCatalog, tool: Tool): Offer | RefusedTool {
  const { name } = tool;
  try {
    return { name, spec: toSpec(tool), isDisabled: catalog.get(name)?.enabled === false };
  } catch (error) {
    return toRefusal(name, error);
  }
}

function hasVersion(catalog: ToolCatalog, spec: ToolSpec): boolean {
  const same = catalog.versions(spec.name).find((version) => version.spec.version === spec.version);
  return same !== undefined && diffSpecs(same.spec, spec).length === 0;
}

/** @throws what is nobody's definition's fault. */
function toRefusal(name: string, error: unknown): RefusedTool {
  if (!(error instanceof ToolcribError) || error.fault === 'host') throw error;
  const { code, message } = error;
  return { name, code, message };
}
