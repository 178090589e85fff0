import { checkTools } from './check-tools.ts';
import type { ToolDigest } from './digest.ts';
import { ConfigError } from './errors.ts';
import { isPlainObject } from './json.ts';
import type { Tool } from './tool.ts';

/** What a lock file says of one tool. */
export interface LockedTool {
  readonly version?: string;
  readonly digest: ToolDigest;
}

/** The tools that were reviewed, by name. The form of `toolcrib.lock`. */
export interface ToolLock {
  readonly lockVersion: 1;
  readonly tools: Readonly<Record<string, LockedTool>>;
}

/** One tool that is not as it was locked. */
export interface LockDifference {
  readonly name: string;
  /** The definition differs; the lock has a tool that is not here; a tool is here that the lock lacks. */
  readonly kind: 'changed' | 'missing' | 'unlocked';
}

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
  const locked = readLock(lock);
  const differences: LockDifference[] = [];
  for (const [name, tool] of tools) {
    const digest = locked.get(name);
    if (digest === undefined) differences.push({ name, kind: 'unlocked' });
    else if (digest !== tool.digest) differences.push({ name, kind: 'changed' });
  }
  for (const name of locked.keys()) {
    if (!tools.has(name)) differences.push({ name, kind: 'missing' });
  }
  if (differences.length === 0) return;
  const list = differences.map(({ name, kind }) => `"${name}" is ${kind}`).join(', ');
  throw new ConfigError('E_LOCK_MISMATCH', `The tools differ from the lock: ${list}.`, {
    context: { differences },
  });
}

/** Digests by name; a lock usually comes from a file. */
function readLock(lock: ToolLock): ReadonlyMap<string, unknown> {
  const isLock = isPlainObject(lock) && lock.lockVersion === 1 && isPlainObject(lock.tools);
  if (!isLock) {
    throw new ConfigError('E_INVALID_OPTION', 'lock must be a lock of version 1.', {
      context: { option: 'lock' },
    });
  }
  return new Map(Object.entries(lock.tools).map(([name, tool]) => [name, tool?.digest]));
}
