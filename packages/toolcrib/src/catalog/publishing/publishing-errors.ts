import { cutText } from '../../core/cut-text.ts';
import type { ToolDigest } from '../../core/digest.ts';
import { ToolcribError } from '../../core/errors.ts';
import type { CatalogFinding } from '../catalog-event.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { Verdict } from './judge-version.ts';
import type { ToolDraft } from './tool-draft.ts';

/** How many findings of a spec are in an error. */
const MAX_FINDINGS = 20;
/** How many refused specs are. */
const MAX_REFUSALS = 100;

/** A spec that is not published. */
export interface Refusal {
  readonly spec: ToolSpec;
  readonly digest: ToolDigest;
  readonly verdict: Extract<Verdict, { readonly action: 'refuse' }>;
}

/** All refusals of one change in one error; its message and most of its context are about the first. */
export function publicationRefused(refusals: readonly [Refusal, ...Refusal[]]): ToolcribError {
  const [first] = refusals;
  const { code } = first.verdict;
  const others = refusals.length - 1;
  const rest = others > 0 ? ` ${others} more of these specs ${others === 1 ? 'is' : 'are'} refused.` : '';
  const context = {
    ...toContext(first),
    refusals: Object.freeze(refusals.slice(0, MAX_REFUSALS).map(toContext)),
  };
  return new ToolcribError(code, `${describe(first)}${rest} Nothing has changed.`, { context });
}

function toContext({ spec, verdict }: Refusal) {
  const findings = Object.freeze(verdict.findings.slice(0, MAX_FINDINGS));
  const context = { toolName: spec.name, version: spec.version ?? null, code: verdict.code, findings };
  if (verdict.code !== 'E_INCOMPATIBLE_VERSION') return Object.freeze(context);
  return Object.freeze({ ...context, needs: verdict.needs, follows: verdict.base.spec.version ?? null });
}

function describe({ spec, verdict }: Refusal): string {
  const tool = `The tool "${cutText(spec.name)}"`;
  const errors = verdict.findings.filter(isBlocking);
  const shown = errors[0] === undefined ? '' : `${errors[0].message} [${errors[0].rule}]`;
  if (verdict.code === 'E_LINT_FAILED') {
    const others = errors.length - 1;
    const more = others === 0 ? '' : others === 1 ? ' There is one more.' : ` There are ${others} more.`;
    return `${tool} is not published because of what was found at ${cutText(errors[0]?.pointer ?? '')}: ${shown}${more}`;
  }
  const base = verdict.base.spec.version ?? 'one without a number';
  const version = spec.version === undefined ? 'none' : `"${cutText(spec.version)}"`;
  return `${tool} needs another ${verdict.needs} version than ${base}, and has ${version}: ${shown}`;
}

function isBlocking({ severity, waiver }: CatalogFinding): boolean {
  return severity === 'error' && waiver === undefined;
}

export function draftNotFound(name: string, version: string | null | undefined): ToolcribError {
  const which =
    version === undefined
      ? ''
      : version === null
        ? ' without a version'
        : ` ${JSON.stringify(cutText(version))}`;
  return new ToolcribError('E_DRAFT_NOT_FOUND', `There is no draft${which} of the tool "${cutText(name)}".`, {
    context: { toolName: cutText(name), ...(version !== undefined && { version }) },
  });
}

/** The draft is not the one that was looked at. */
export function draftChanged({ spec, digest }: ToolDraft, expected: ToolDigest): ToolcribError {
  const message = `The draft of "${spec.name}" was replaced after it was looked at; look at it again.`;
  return new ToolcribError('E_PLAN_STALE', message, { context: { toolName: spec.name, digest, expected } });
}

/** Another version is current than the one that the draft was compared with. */
export function baseChanged({ spec, base }: ToolDraft, current: ToolDigest | undefined): ToolcribError {
  const message = `The tool "${spec.name}" has changed since this draft of it was proposed; propose it again.`;
  const context = { toolName: spec.name, base: base?.digest ?? null, current: current ?? null };
  return new ToolcribError('E_PLAN_STALE', message, { context });
}

export function selfApproval(name: string, by: string | undefined): ToolcribError {
  const message = `The draft of "${name}" must be approved by another person than the one who proposed it, and both must be named.`;
  return new ToolcribError('E_SELF_APPROVAL', message, {
    context: { toolName: name, ...(by !== undefined && { by }) },
  });
}
