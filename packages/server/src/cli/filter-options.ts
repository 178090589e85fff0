import type { Command } from 'commander';
import { readPastTime } from './read-expiry.ts';

/** What was typed to filter a list. */
export interface FilterOptions {
  readonly tool?: string;
  readonly caller?: string;
  readonly status?: string;
  readonly since?: string;
  readonly until?: string;
}

/** Adds the options that calls, the audit log and events are filtered by. */
export function addFilterOptions(command: Command): Command {
  return command
    .option('--tool <name>', 'only what is about this tool')
    .option('--caller <id>', 'only what this caller did, such as key:…')
    .option('--status <status>', 'only what ended so, such as ok, failed, denied or timed_out')
    .option('--since <time>', 'only from then on: 30m, 12h, 7d ago, or a date')
    .option('--until <time>', 'only before then');
}

/** The query of a list that is filtered. @throws ToolcribError `E_INVALID_OPTION`. */
export function toFilterQuery({ tool, caller, status, since, until }: FilterOptions, now: number) {
  return {
    ...{ tool, caller, status },
    since: since === undefined ? undefined : readPastTime('--since', since, now),
    until: until === undefined ? undefined : readPastTime('--until', until, now),
  };
}

/** What a list without entries says where it is filtered. */
export function describeNoMatch({ caller }: FilterOptions): string {
  const isId = caller === undefined || caller.includes(':') || caller === OPERATOR;
  return `Nothing fits these filters.${isId ? '' : ' --caller takes an id, such as key:…, not a name: `toolcrib keys` lists them.'}`;
}

/** The id of whoever has the database; all others have a kind before a colon. */
const OPERATOR = 'operator';

/** Whether anything is left out. */
export function isFiltered({ tool, caller, status, since, until }: FilterOptions): boolean {
  return (tool ?? caller ?? status ?? since ?? until) !== undefined;
}
