import { cutText } from '../core/cut-text.ts';
import { ConfigError, ToolcribError } from '../core/errors.ts';
import { diffSpecs, type SpecDifference } from './diff-specs.ts';
import type { VersionRequest } from './find-version.ts';
import type { Candidate } from './rules.ts';
import type { ToolRegistration } from './tool-registration.ts';
import { MAX_VERSIONS, type ToolState, type ToolVersion } from './tool-state.ts';

/** How many versions are named in a message. */
const MAX_SHOWN = 5;
/** How many are in a context. */
const MAX_LISTED = 100;
/** Of how many clashes it is told what differs, and how much. */
const MAX_COMPARED = 10;
const MAX_DIFFERENCES = 20;

/** A spec that clashes with what is published. */
export interface Clash {
  readonly published: ToolVersion;
  readonly candidate: Candidate;
}

export function catalogClosed(): ToolcribError {
  return new ToolcribError('E_CATALOG_CLOSED', 'The catalogue was closed.');
}

/** The store has other events than it had. */
export function feedReplaced(sequence: number): ToolcribError {
  const message = `The database does not hold event ${sequence} any more as this catalogue has read it: it was set back, as by an older backup, or replaced. Open the catalogue again to use it as it is now.`;
  return new ToolcribError('E_STORE_CORRUPT', message, { context: { sequence } });
}

/** Something has happened since the caller looked. */
export function catalogChanged(sequence: number, expected: number): ToolcribError {
  const message = `The catalogue is at event ${sequence}, not at event ${expected} as expected. Nothing has changed; look at what has happened since, then decide again.`;
  return new ToolcribError('E_PRECONDITION_FAILED', message, { context: { sequence, expected } });
}

export function toolNotFound(name: string): ToolcribError {
  const toolName = cutText(name);
  return new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${toolName}" in the catalogue.`, {
    context: { toolName },
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

export function toolSunset({ spec, deprecation }: ToolRegistration): ToolcribError {
  const { name, version } = spec;
  const { message, replacement, sunset } = deprecation ?? {};
  const instead = replacement === undefined ? '' : ` Use "${replacement}" instead.`;
  return new ToolcribError(
    'E_TOOL_SUNSET',
    `The tool "${name}" ${asVersion(version)} has been gone since ${sunset}.${instead}`,
    {
      context: {
        toolName: name,
        version: version ?? null,
        sunset,
        message,
        ...(replacement !== undefined && { replacement }),
      },
    },
  );
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
    context: {
      toolName: name,
      ...(isRange ? { range: cutText(wanted.range) } : { version: wanted?.version ?? null }),
      versions: published.slice(-MAX_LISTED),
      ...(deprecation && { deprecation }),
    },
  });
}

/** Versions are never taken out of a tool. */
export function tooManyVersions(toolName: string): ConfigError {
  return new ConfigError(
    'E_INVALID_SPEC',
    `The tool "${cutText(toolName)}" has ${MAX_VERSIONS} versions, which is as many as a tool may have. Remove the tool and publish it anew, or publish under another name.`,
    { context: { field: 'version', toolName } },
  );
}

/** All clashes of one change in one error; its context is about the first. */
export function versionConflict(clashes: readonly [Clash, ...Clash[]]): ToolcribError {
  const conflicts = clashes.map((clash, index) => toConflict(clash, index < MAX_COMPARED));
  const { spec } = clashes[0].candidate;
  const others = clashes.length - 1;
  const rest = others > 0 ? `, and ${others} more of these specs ${others === 1 ? 'clashes' : 'clash'}` : '';
  const fields = [...new Set(conflicts[0]?.differences?.map(({ field }) => field))].join(', ');
  const message = `The tool "${spec.name}" is published ${asVersion(spec.version)} with other content (${fields})${rest}. Nothing has changed; give the new content a version of its own.`;
  return new ToolcribError('E_VERSION_CONFLICT', message, { context: { ...conflicts[0], conflicts } });
}

/** What is told of a clash. */
interface Conflict {
  readonly toolName: string;
  readonly version: string | null;
  readonly differences?: readonly Pick<SpecDifference, 'field' | 'pointer'>[];
}

/** Without the differences if there are many others: they are found while everybody else waits. */
function toConflict({ published, candidate }: Clash, isCompared: boolean): Conflict {
  const { spec } = candidate;
  const conflict = { toolName: spec.name, version: spec.version ?? null };
  if (!isCompared) return conflict;
  const places = diffSpecs(published.spec, spec).slice(0, MAX_DIFFERENCES);
  return { ...conflict, differences: places.map(({ field, pointer }) => ({ field, pointer })) };
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
  return version === undefined ? 'without a version' : `in version ${JSON.stringify(version)}`;
}
