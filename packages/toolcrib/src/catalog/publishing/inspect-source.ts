import { isJsonArray, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { CatalogFinding, VersionMark } from '../catalog-event.ts';
import type { ChangeOptions } from '../catalog-options.ts';
import type { CatalogWriter } from '../catalog-writer.ts';
import { type ChangePlan, toMark } from '../change-plan.ts';
import { type Fail, FieldReader } from '../field-reader.ts';
import { readCandidates } from '../read-candidates.ts';
import { readChangeOptions, readSource } from '../read-catalog-options.ts';
import type { Replica } from '../replica.ts';
import type { Candidate } from '../rules.ts';
import { authorityDigest } from '../spec-authority.ts';
import type { SpecDigests } from '../spec-digests.ts';
import type { ToolSpecInput } from '../tool-spec.ts';
import { currentOf, type ToolVersion } from '../tool-state.ts';
import { changedInPlace } from './find-concerns.ts';
import { contentOf } from './spec-content.ts';

/** What the keys of all sources begin with. */
export const SOURCE_PREFIX = 'source';

const MAX_SOURCE_LENGTH = 512;
/** Of one look, that tell of one tool each. */
const MAX_EVENTS = 100;
const MAX_NAME_LENGTH = 256;
/** Two digests, a name with escapes, and a rule. */
const MAX_ENTRY_LENGTH = 4096;

/** One thing about a source that is not as it was. */
export type SourceFinding = CatalogFinding & {
  /** The tool, as the source calls it now, or as it is published if the source has it no more. */
  readonly name: string;
  /** What is published. */
  readonly from?: VersionMark;
  /** What the source offers. */
  readonly to?: VersionMark;
};

/** What there is to say of a source. Deeply frozen. */
export type SourceReport = {
  readonly source: string;
  /** By name, in code-unit order. */
  readonly findings: readonly SourceFinding[];
};

/** What a source offers, and who has looked. */
export interface SourceLook {
  readonly source: string;
  readonly specs: Iterable<ToolSpecInput>;
  readonly options: ChangeOptions;
}

/** Compares what a source offers with what is published from there, and records what is new about it. */
export async function inspectSource(writer: CatalogWriter, look: SourceLook): Promise<SourceReport> {
  const source = readSource(look.source);
  const { digests, looks } = writer.replica;
  const reading = readCandidates(look.specs, source, { pause: writer.answers.pause, digests, looks });
  const offered = reading instanceof Promise ? await reading : reading;
  const mark = { ...readChangeOptions(look.options), at: writer.time() };
  return await writer.change(mark, (plan) => {
    const findings = Object.freeze(findDrift(writer.replica, source, offered));
    record(plan, source, findings);
    return Object.freeze({ source, findings });
  });
}

/** What was found the last time is kept, so that looking often does not fill the feed. */
function record(plan: ChangePlan, source: string, findings: readonly SourceFinding[]): void {
  const key = sourceKey(source);
  const known = readEntries(plan.documentOf(key));
  const found = new Map(findings.map((finding) => [toEntry(finding), finding]));
  const gone = [...known].filter(([entry]) => !found.has(entry));
  const unseen = [...found].filter(([entry]) => !known.has(entry));
  if (gone.length === 0 && unseen.length === 0) return;
  const entries = [...found].map(([entry, { name }]) => Object.freeze({ name, entry }));
  plan.putDocument(key, found.size === 0 ? undefined : Object.freeze({ findings: Object.freeze(entries) }));
  for (const [, { name, from, to, ...finding }] of unseen.slice(0, MAX_EVENTS)) {
    plan.tell('source-flagged', { name, from, to, source, findings: [Object.freeze(finding)] });
  }
  for (const [, name] of gone.slice(0, MAX_EVENTS)) plan.tell('source-cleared', { name, source });
  const untold = unseen.length - MAX_EVENTS;
  if (untold > 0) plan.tell('source-flagged', { name: '', source, findings: [moreFindings(untold)] });
}

/** A server that rewrites all its tools must not fill the feed with it. */
function moreFindings(count: number): CatalogFinding {
  const message = `There are ${count} more tools of this source to look at.`;
  return finding('more-findings', 'error', message);
}

/** The key of what was found about a source. */
function sourceKey(source: string): string {
  // Nothing follows it, so that nothing in it has to be escaped.
  return `${SOURCE_PREFIX}/${source}`;
}

function isSourceKey(key: string): boolean {
  const source = key.slice(sourceKey('').length);
  return key === sourceKey(source) && source.length >= 1 && source.length <= MAX_SOURCE_LENGTH;
}

/** What tells one finding from another. */
function toEntry({ name, rule, from, to }: SourceFinding): string {
  const digests = [from, to].map((mark) => mark?.digest ?? null);
  const authorities = [from, to].map((mark) => mark?.authorityDigest ?? null);
  // An authority that stayed is left out, as in what was recorded before there were any.
  const isSame = authorities[0] === authorities[1] || authorities.includes(null);
  return JSON.stringify([name, rule, ...digests, ...(isSame ? [] : authorities)]);
}

/** The name of each finding that is known. */
function readEntries(document: JsonObject | undefined): ReadonlyMap<string, string> {
  const entries = document?.findings;
  if (entries === undefined || !isJsonArray(entries)) return new Map();
  return new Map(
    entries.filter(isJsonObject).map(({ name, entry }): [string, string] => [String(entry), String(name)]),
  );
}

/**
 * A frozen copy of what is known of a source that may come from anywhere; whatever `fail` throws if it is none, or stands
 * under another key.
 */
export function readSourceDocument(key: string, value: unknown, fail: Fail): JsonObject {
  if (!isSourceKey(key)) fail('', 'stands under a key that no source has');
  const items = new FieldReader(value, ['findings'], fail).list('findings');
  const findings = items.map((item) => {
    const read = new FieldReader(item, ['name', 'entry'], fail);
    return Object.freeze({
      name: read.text('name', MAX_NAME_LENGTH),
      entry: read.text('entry', MAX_ENTRY_LENGTH),
    });
  });
  return Object.freeze({ findings: Object.freeze(findings) });
}

/** A difference between what is published and what is offered. */
interface Drift {
  readonly name: string;
  readonly content: CatalogFinding;
  readonly from?: Candidate | undefined;
  readonly to?: Candidate | undefined;
}

/** What is published and what is offered, as far as they differ, by name. */
function findDrift(
  replica: Replica,
  source: string,
  offered: readonly Candidate[],
): readonly SourceFinding[] {
  const published = new Map<string, ToolVersion>();
  for (const state of replica.states()) {
    const current = currentOf(state);
    if (current?.source === source) published.set(state.name, current);
  }
  const offeredNames = new Set(offered.map(({ spec }) => spec.name));
  const gone = [...published].filter(([name]) => !offeredNames.has(name));
  const goneByContent = new Map(gone.map(([name, { spec }]) => [contentOf(spec), name]));
  const renamed = new Set<string>();
  const findings = offered.flatMap((candidate) => {
    const { name } = candidate.spec;
    const known = published.get(name);
    if (known !== undefined) return compareVersions(candidate, replica.stateOf(name)?.versions ?? [], known);
    const other = replica.stateOf(name);
    if (other !== undefined) return [takenName(candidate, currentOf(other))];
    const before = goneByContent.get(contentOf(candidate.spec));
    if (before === undefined) return [newTool(candidate)];
    renamed.add(before);
    return [renamedTool(candidate, published.get(before))];
  });
  const lost = gone.filter(([name]) => !renamed.has(name)).map(([, version]) => lostTool(version));
  const drifts = [...findings, ...lost].sort((left, right) => (left.name < right.name ? -1 : 1));
  return drifts.map((drift) => toFinding(drift, replica.digests));
}

function compareVersions(
  candidate: Candidate,
  versions: readonly ToolVersion[],
  current: ToolVersion,
): readonly Drift[] {
  const { version } = candidate.spec;
  // Without a version there is nothing that would announce a change.
  const same =
    versions.find(({ spec }) => spec.version === version) ?? (version === undefined ? current : undefined);
  if (same === undefined || hasSameContent(same, candidate)) return [];
  return [toDrift(candidate.spec.name, changedInPlace(), { from: same, to: candidate })];
}

/** To state no authority, or the first one, is no other content. */
function hasSameContent(published: Candidate, offered: Candidate): boolean {
  const isStated = published.spec.authority !== undefined && offered.spec.authority !== undefined;
  const isSameAuthority = !isStated || authorityDigest(published.spec) === authorityDigest(offered.spec);
  return published.digest === offered.digest && isSameAuthority;
}

function takenName(candidate: Candidate, current: ToolVersion | undefined): Drift {
  const { name } = candidate.spec;
  const owner = current?.source === undefined ? 'no source' : `the source "${current.source}"`;
  const message = `There is a tool of this name already, from ${owner}.`;
  return toDrift(name, finding('name-taken', 'error', message), { from: current, to: candidate });
}

function newTool(candidate: Candidate): Drift {
  const content = finding(
    'set-grew',
    'warning',
    'The source offers a tool that is not published from there.',
  );
  return toDrift(candidate.spec.name, content, { to: candidate });
}

function renamedTool(candidate: Candidate, before: ToolVersion | undefined): Drift {
  const message = `It is the tool "${before?.spec.name}", which the source has no more, under another name.`;
  return toDrift(candidate.spec.name, finding('renamed', 'error', message), {
    from: before,
    to: candidate,
  });
}

function lostTool(version: ToolVersion): Drift {
  const content = finding('set-shrank', 'warning', 'The source has this tool no more.');
  return toDrift(version.spec.name, content, { from: version });
}

function finding(rule: string, severity: CatalogFinding['severity'], message: string): CatalogFinding {
  return { rule, severity, pointer: '/name', message };
}

function toDrift(name: string, content: CatalogFinding, sides: Pick<Drift, 'from' | 'to'>): Drift {
  return { name, content, ...sides };
}

function toFinding({ name, content, from, to }: Drift, digests: SpecDigests): SourceFinding {
  const marks = { ...(from && { from: toMark(from, digests) }), ...(to && { to: toMark(to, digests) }) };
  return Object.freeze({ name, ...content, ...marks });
}
