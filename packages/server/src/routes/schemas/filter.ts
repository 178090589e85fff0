import { createHash } from 'node:crypto';
import { z } from 'zod';
import { requestedDate } from './fields.ts';

/** What calls, the audit log and events can be filtered by. All that is given must hold. */
export interface ListFilter {
  readonly tool?: string | undefined;
  readonly caller?: string | undefined;
  readonly status?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** How calls end, and with `ok`, `denied` and `failed` how everything else does. */
export const endStatuses = [
  ...(['ok', 'invalid_args', 'unknown_tool', 'denied'] as const),
  ...(['timed_out', 'aborted', 'invalid_result', 'failed'] as const),
] as const;

/** Where a call can be. */
export const callStatuses = ['waiting', 'running', 'unknown', ...endStatuses] as const;

/** The query of a list that can be filtered, with the statuses that there are in it. */
export function filterFields<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
  return {
    tool: z.string().min(1).max(256).meta({ description: 'Only what is about this tool.' }).exactOptional(),
    caller: z
      .string()
      .min(1)
      .max(1_024)
      .meta({ description: 'Only what this caller did, by its id, such as `key:…`.' })
      .exactOptional(),
    status: z.enum(statuses).meta({ description: 'Only what ended so, or is so.' }).exactOptional(),
    since: requestedDate.meta({ description: 'Only what began at this time or later.' }).exactOptional(),
    until: requestedDate.meta({ description: 'Only what began before this time.' }).exactOptional(),
  };
}

/** A query whose times are in order. */
export function inOrder<Query extends z.ZodType<ListFilter>>(query: Query) {
  return query.refine(({ since, until }) => since === undefined || until === undefined || since < until, {
    path: ['until'],
    message: 'must be after `since`',
  });
}

/** What tells one filter from others, for cursors; empty without a filter. */
export function toFilterScope(filter: ListFilter & { readonly state?: string | undefined }): string {
  const { tool, caller, status, since, until, state } = filter;
  const values = [tool, caller, status, since, until, state];
  if (values.every((value) => value === undefined)) return '';
  const text = JSON.stringify(values.map((value) => value ?? null));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
