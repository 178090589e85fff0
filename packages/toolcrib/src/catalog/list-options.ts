import type { ToolRegistration, ToolStatus } from './tool-registration.ts';
import { statusOf } from './tool-registration.ts';

/** Which tools to list. Conditions add up. */
export interface ListOptions {
  /** Only tools with this tag. */
  readonly tag?: string | undefined;
  /** Only tools whose name begins with this. */
  readonly prefix?: string | undefined;
  /** Only those that are switched on, or off; quarantine hides a tool that is on. */
  readonly enabled?: boolean | undefined;
  /**
   * Only tools of this status, or of any.
   *
   * @default whatever can be used: `active` and `deprecated`
   */
  readonly status?: Exclude<ToolStatus, 'draft'> | 'any' | undefined;
  /** Only tools after this name: the last name of a page leads to the next. */
  readonly after?: string | undefined;
  /** At most so many, from 1 up. @default all */
  readonly limit?: number | undefined;
}

/** Whether a tool is one of those that were asked for, its place apart. */
export function isListed(
  registration: ToolRegistration,
  { tag, enabled, status }: ListOptions,
  now: number,
): boolean {
  if (enabled !== undefined && registration.enabled !== enabled) return false;
  if (tag !== undefined && !registration.spec.tags?.includes(tag)) return false;
  if (status === 'any') return true;
  const actual = statusOf(registration, now);
  if (status !== undefined) return actual === status;
  return actual === 'active' || actual === 'deprecated' || (enabled === false && !registration.enabled);
}
