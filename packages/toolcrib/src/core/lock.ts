import { checkTools } from './check-tools.ts';
import { cutText } from './cut-text.ts';
import type { ToolDigest } from './digest.ts';
import { ConfigError } from './errors.ts';
import { isPlainObject } from './json.ts';
import type { Tool } from './tool.ts';

/** The version of locks that are written and read. */
export const LOCK_VERSION = 2;

/** What to do about a lock of the version before, in words that follow a name. */
export const OLD_LOCK =
  'is of version 1, which says nothing of authority (effect, scopes, trust): review the tools and lock them again';

/** What a lock file says of one tool. */
export interface LockedTool {
  readonly version?: string;
  /** Of the definition, which a model reads. */
  readonly digest: ToolDigest;
  /** Of the authority, which decides what a call may do. */
  readonly authorityDigest: ToolDigest;
  /** Where it came from, such as the address of a server. A tool of code has none, and is not compared by it. */
  readonly source?: string;
}

/** The tools that were reviewed, by name. The form of `toolcrib.lock`. */
export interface ToolLock {
  readonly lockVersion: 2;
  readonly tools: Readonly<Record<string, LockedTool>>;
}

/** What of a tool is not as it was locked. */
export type LockedPart = 'definition' | 'authority';

/** One tool that is not as it was locked, with the digest of the definition in the lock and that of the tool. */
export type LockDifference = { readonly name: string } & (
  | {
      /** The definition, the authority, or both are others. */
      readonly kind: 'changed';
      readonly parts: readonly LockedPart[];
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
      /** The digests of the authority; present if they differ. */
      readonly authority?: AuthorityMove;
    }
  | { /** The lock has a tool that is not here. */ readonly kind: 'missing'; readonly locked: ToolDigest }
  | { /** A tool is here that the lock lacks. */ readonly kind: 'unlocked'; readonly actual: ToolDigest }
);

/** The digest of an authority that was locked, and the one that was found. */
export type AuthorityMove = { readonly locked: ToolDigest; readonly actual: ToolDigest };

/** The two digests of a tool. */
export type ToolDigests = Pick<LockedTool, 'digest' | 'authorityDigest'>;

/**
 * A lock of these tools as they are now, sorted by name.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two tools share a name.
 */
export function lockTools(tools: Iterable<Tool>): ToolLock {
  const sorted = [...checkTools([...tools]).values()].sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  const entries = sorted.map((tool): [string, LockedTool] => {
    const { name, version } = tool;
    return [name, Object.freeze({ ...(version !== undefined && { version }), ...digestsOf(tool) })];
  });
  return Object.freeze({ lockVersion: 2, tools: Object.freeze(Object.fromEntries(entries)) });
}

/**
 * @throws ConfigError `E_LOCK_MISMATCH` with every difference in `context.differences`.
 * @throws ConfigError `E_INVALID_OPTION` when the lock is not one.
 */
export function assertLocked(tools: ReadonlyMap<string, Tool>, lock: ToolLock): void {
  const lockedTools = readDigests(lock);
  const differences: LockDifference[] = [];
  for (const [name, tool] of tools) {
    const locked = lockedTools.get(name);
    const change = locked && findChange(locked, tool);
    if (locked === undefined) differences.push({ name, kind: 'unlocked', actual: tool.digest });
    else if (change !== undefined) {
      differences.push({ name, kind: 'changed', ...change, locked: locked.digest, actual: tool.digest });
    }
  }
  for (const [name, { digest: locked }] of lockedTools) {
    if (!tools.has(name)) differences.push({ name, kind: 'missing', locked });
  }
  if (differences.length === 0) return;
  const list = differences.map(describe).join(', ');
  throw new ConfigError('E_LOCK_MISMATCH', `The tools differ from the lock: ${list}.`, {
    context: { differences },
  });
}

/** What of a tool is not as it was locked; undefined if all is. */
export function findChange(
  locked: ToolDigests,
  actual: ToolDigests,
): { readonly parts: readonly LockedPart[]; readonly authority?: AuthorityMove } | undefined {
  const isDefinition = locked.digest !== actual.digest;
  if (locked.authorityDigest === actual.authorityDigest) {
    return isDefinition ? { parts: Object.freeze(['definition']) } : undefined;
  }
  const parts = Object.freeze<LockedPart[]>(isDefinition ? ['definition', 'authority'] : ['authority']);
  const authority = Object.freeze({ locked: locked.authorityDigest, actual: actual.authorityDigest });
  return { parts, authority };
}

function describe(difference: LockDifference): string {
  const parts = difference.kind === 'changed' ? ` (${difference.parts.join(', ')})` : '';
  return `"${cutText(difference.name)}" is ${difference.kind}${parts}`;
}

function digestsOf({ digest, authorityDigest }: ToolDigests): ToolDigests {
  return Object.freeze({ digest, authorityDigest });
}

/** Digests by name; a lock usually comes from a file. */
function readDigests(lock: unknown): ReadonlyMap<string, ToolDigests> {
  const version = getOwn(lock, 'lockVersion');
  const tools = version === LOCK_VERSION ? getOwn(lock, 'tools') : undefined;
  const entries = isPlainObject(tools)
    ? Object.entries(tools).map(([name, tool]): [string, ToolDigests | undefined] => [name, readTool(tool)])
    : undefined;
  if (entries?.every(hasDigests)) return new Map(entries);
  const problem = version === 1 ? OLD_LOCK : 'must be a lock of version 2, with two digests for each tool';
  throw new ConfigError('E_INVALID_OPTION', `lock ${problem}.`, { context: { option: 'lock' } });
}

function readTool(tool: unknown): ToolDigests | undefined {
  const [digest, authorityDigest] = [getOwn(tool, 'digest'), getOwn(tool, 'authorityDigest')];
  return isDigest(digest) && isDigest(authorityDigest) ? digestsOf({ digest, authorityDigest }) : undefined;
}

/** What somebody gave to all objects is in no lock. */
function getOwn(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasDigests(entry: [string, ToolDigests | undefined]): entry is [string, ToolDigests] {
  return entry[1] !== undefined;
}

/** Whether a value has the form of a digest. */
export function isDigest(value: unknown): value is ToolDigest {
  return typeof value === 'string' && /^sha256\/v1:[0-9a-f]{64}$/.test(value);
}
