import { checkTools } from './check-tools.ts';
import { cutText } from './cut-text.ts';
import type { ToolDigest } from './digest.ts';
import { ConfigError } from './errors.ts';
import { isPlainObject } from './json.ts';
import type { Tool } from './tool.ts';

/** What a lock file says of one tool. */
export interface LockedTool {
  readonly version?: string;
  readonly digest: ToolDigest;
  /** Where it came from, such as the address of a server. A tool of code has none, and is not compared by it. */
  readonly source?: string;
}

/** The tools that were reviewed, by name. The form of `toolcrib.lock`. */
export interface ToolLock {
  readonly lockVersion: 1;
  readonly tools: Readonly<Record<string, LockedTool>>;
}

/** One tool that is not as it was locked, with the digest in the lock and that of the tool. */
export type LockDifference = { readonly name: string } & (
  | {
      /** The definition is another. */
      readonly kind: 'changed';
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
    }
  | { /** The lock has a tool that is not here. */ readonly kind: 'missing'; readonly locked: ToolDigest }
  | { /** A tool is here that the lock lacks. */ readonly kind: 'unlocked'; readonly actual: ToolDigest }
);

/**
 * A lock of these tools as they are now, sorted by name.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two tools share a name.
 */
export function lockTools(tools: Iterable<Tool>): ToolLock {
  const sorted = [...checkTools([...tools]).values()].sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  const entries = sorted.map(({ name, version, digest }): [string, LockedTool] => [
    name,
    Object.freeze(version === undefined ? { digest } : { version, digest }),
  ]);
  return Object.freeze({ lockVersion: 1, tools: Object.freeze(Object.fromEntries(entries)) });
}

/**
 * @throws ConfigError `E_LOCK_MISMATCH` with every difference in `context.differences`.
 * @throws ConfigError `E_INVALID_OPTION` when the lock is not one.
 */
export function assertLocked(tools: ReadonlyMap<string, Tool>, lock: ToolLock): void {
  const digests = readDigests(lock);
  const differences: LockDifference[] = [];
  for (const [name, { digest: actual }] of tools) {
    const locked = digests.get(name);
    if (locked === undefined) differences.push({ name, kind: 'unlocked', actual });
    else if (locked !== actual) differences.push({ name, kind: 'changed', locked, actual });
  }
  for (const [name, locked] of digests) {
    if (!tools.has(name)) differences.push({ name, kind: 'missing', locked });
  }
  if (differences.length === 0) return;
  const list = differences.map(({ name, kind }) => `"${cutText(name)}" is ${kind}`).join(', ');
  throw new ConfigError('E_LOCK_MISMATCH', `The tools differ from the lock: ${list}.`, {
    context: { differences },
  });
}

/** Digests by name; a lock usually comes from a file. */
function readDigests(lock: unknown): ReadonlyMap<string, ToolDigest> {
  const tools = getOwn(lock, 'lockVersion') === 1 ? getOwn(lock, 'tools') : undefined;
  if (isPlainObject(tools)) {
    const digests = Object.entries(tools).map(([name, tool]): [string, unknown] => [
      name,
      getOwn(tool, 'digest'),
    ]);
    if (digests.every(hasDigest)) return new Map(digests);
  }
  throw new ConfigError(
    'E_INVALID_OPTION',
    'lock must be a lock of version 1, with a digest for each tool.',
    {
      context: { option: 'lock' },
    },
  );
}

/** What somebody gave to all objects is in no lock. */
function getOwn(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasDigest(entry: [string, unknown]): entry is [string, ToolDigest] {
  return isDigest(entry[1]);
}

/** Whether a value has the form of a digest. */
export function isDigest(value: unknown): value is ToolDigest {
  return typeof value === 'string' && /^sha256\/v1:[0-9a-f]{64}$/.test(value);
}
