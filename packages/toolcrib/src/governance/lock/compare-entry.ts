import { diffSpecs, type SpecDifference } from '../../catalog/diff-specs.ts';
import { authorityOf } from '../../catalog/spec-authority.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { findChange } from '../../core/lock.ts';
import type { LockCheck, LockMove } from './lock-check.ts';
import type { LockEntry } from './lock-entry.ts';
import type { ActualTool, FoundTool } from './lock-subject.ts';

const NO_PARTS: readonly [] = Object.freeze([]);

/** What a tool that is there is to one that was locked. */
export type EntryComparison = Extract<LockCheck, { readonly status: 'ok' | 'changed' }>;

/** Compares a tool with its entry in a lock. */
export function compareEntry(entry: LockEntry, tool: FoundTool): EntryComparison {
  const { name, digest } = entry;
  const actual = tool.toActual();
  const version = moveOf(entry.version, actual.version);
  const source = findSourceMove(entry, actual);
  const known = { name, locked: digest, actual: actual.digest, ...(version && { version }) };
  const change = findChange(entry, actual);
  if (change === undefined && source === undefined) return Object.freeze({ ...known, status: 'ok' });
  const locked = change !== undefined && actual.spec ? tool.findLocked(entry) : undefined;
  return Object.freeze({
    ...known,
    status: 'changed',
    ...(change ?? { parts: NO_PARTS }),
    ...(source && { source }),
    ...(locked && actual.spec && { differences: findDifferences(locked, actual.spec) }),
  });
}

/** A definition that somebody else serves now is not what was reviewed, even if it reads the same. */
function findSourceMove({ source }: LockEntry, actual: ActualTool): LockMove | undefined {
  const isKnown = source !== undefined && actual.source !== undefined;
  return isKnown ? moveOf(source, actual.source ?? undefined) : undefined;
}

function moveOf(locked: string | undefined, actual: string | undefined): LockMove | undefined {
  return locked === actual ? undefined : Object.freeze({ locked: locked ?? null, actual: actual ?? null });
}

/** Of what a model can see, and of the authority, as the digests are; to have no description, and no tags, is the same as empty ones. */
function findDifferences(before: ToolSpec, after: ToolSpec): readonly SpecDifference[] {
  const differences = diffSpecs(withDefaults(before), withDefaults(after));
  return Object.freeze(differences.filter(({ field }) => field !== 'version'));
}

function withDefaults(spec: ToolSpec): ToolSpec {
  return { description: '', tags: [], ...spec, authority: authorityOf(spec) };
}
