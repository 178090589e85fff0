import { cutText } from '../core/cut-text.ts';
import { ToolcribError } from '../core/errors.ts';
import { diffSpecs } from './diff-specs.ts';
import type { VersionRequest } from './find-version.ts';
import type { ToolSpec } from './tool-spec.ts';
import type { ToolState, ToolVersion } from './tool-state.ts';

/** How many versions are named in a message. */
const MAX_SHOWN = 5;

/** A spec that clashes with what is published. */
export interface Clash {
  readonly published: ToolVersion;
  readonly spec: ToolSpec;
}

export function catalogClosed(): ToolcribError {
  return new ToolcribError('E_CATALOG_CLOSED', 'The catalogue was closed.');
}

export function toolNotFound(name: string): ToolcribError {
  return new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${cutText(name)}" in the catalogue.`, {
    context: { toolName: name },
  });
}

export function toolDisabled(name: string): ToolcribError {
  return new ToolcribError('E_TOOL_DISABLED', `The tool "${name}" is disabled.`, {
    context: { toolName: name },
  });
}

export function toolQuarantined(name: string, reason: string): ToolcribError {
  return new ToolcribError('E_TOOL_QUARANTINED', `The tool "${name}" is in quarantine.`, {
    context: { toolName: name, reason },
  });
}

export function versionNotFound(
  { name, current, versions }: ToolState,
  wanted: VersionRequest | undefined,
): ToolcribError {
  const published = versions.map(({ spec }) => spec.version ?? null);
  const isRange = wanted !== undefined && 'range' in wanted;
  const deprecation = isRange ? versions[current - 1]?.deprecation : undefined;
  const message = `The tool "${name}" has no ${describe(wanted)}${isRange ? ' that is not deprecated' : ''}. It has ${list(published)}.`;
  return new ToolcribError('E_VERSION_NOT_FOUND', message, {
    context: { toolName: name, ...wanted, versions: published, ...(deprecation && { deprecation }) },
  });
}

/** All clashes of one change in one error; its context is about the first. */
export function versionConflict(clashes: readonly [Clash, ...Clash[]]): ToolcribError {
  const conflicts = clashes.map(toConflict);
  const [{ spec }] = clashes;
  const others = clashes.length - 1;
  const rest = others > 0 ? `, and ${others} more of these specs ${others === 1 ? 'clashes' : 'clash'}` : '';
  const fields = [...new Set(conflicts[0]?.differences.map(({ field }) => field))].join(', ');
  const message = `The tool "${spec.name}" is published ${asVersion(spec.version)} with other content (${fields})${rest}. Nothing has changed; give the new content a version of its own.`;
  return new ToolcribError('E_VERSION_CONFLICT', message, { context: { ...conflicts[0], conflicts } });
}

function toConflict({ published, spec }: Clash) {
  const differences = diffSpecs(published.spec, spec).map(({ field, pointer }) => ({ field, pointer }));
  return { toolName: spec.name, version: spec.version ?? null, differences };
}

function describe(wanted: VersionRequest | undefined): string {
  if (wanted === undefined) return 'current version';
  if ('range' in wanted) return `version in the range ${JSON.stringify(cutText(wanted.range))}`;
  return `version ${wanted.version === null ? 'without a number' : JSON.stringify(cutText(wanted.version))}`;
}

function list(published: readonly (string | null)[]): string {
  const shown = published.slice(-MAX_SHOWN).map((version) => JSON.stringify(version && cutText(version)));
  const rest = published.length > MAX_SHOWN ? `${published.length - MAX_SHOWN} more and ` : '';
  return `${rest}${shown.join(', ')}`;
}

function asVersion(version: string | undefined): string {
  return version === undefined ? 'without a version' : `in version "${version}"`;
}
