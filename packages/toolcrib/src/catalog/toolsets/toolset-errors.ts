import { cutText } from '../../core/cut-text.ts';
import { ConfigError, ToolcribError } from '../../core/errors.ts';

/** How many problems are named in a message. */
const MAX_SHOWN = 5;
/** How many are in a context. */
const MAX_LISTED = 1000;

/** Why a tool cannot be part of a toolset. */
export type ToolsetProblem = {
  /** The name of the tool in the catalogue. */
  readonly tool: string;
  readonly kind:
    | 'duplicate-tool'
    | 'duplicate-wire-name'
    | 'look-alike-wire-name'
    | 'lint'
    | 'tool-not-found'
    | 'version-not-found'
    | 'version-changed'
    | 'deprecated'
    | 'sunset'
    | 'disabled'
    | 'quarantined';
  /** In words that follow the name of the tool. */
  readonly problem: string;
};

/** Throws for what is wrong at a place, a JSON Pointer (RFC 6901), in words that follow its name. */
export type FailAt = (path: string, problem: string) => never;

/** A toolset that is malformed, at one place. */
export const refuseToolset: FailAt = (path, problem) => {
  const last = path.lastIndexOf('/') + 1;
  // Only the last step can come from outside.
  const place = path === '' ? 'it' : path.slice(0, last) + cutText(path.slice(last));
  throw new ConfigError('E_INVALID_TOOLSET', `The toolset is refused: ${place} ${problem}.`, {
    context: { path },
  });
};

/** A toolset whose tools do not fit the catalogue or one another. */
export function invalidToolset(name: string, problems: readonly ToolsetProblem[]): ConfigError {
  const shown = problems.slice(0, MAX_SHOWN).map(({ tool, problem }) => `"${cutText(tool)}" ${problem}`);
  const rest = problems.length - shown.length;
  const list = `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
  return new ConfigError('E_INVALID_TOOLSET', `The toolset "${name}" is refused: ${list}.`, {
    context: { toolset: name, problems: Object.freeze(problems.slice(0, MAX_LISTED)) },
  });
}

export function toolsetNotFound(name: string, revision?: number): ToolcribError {
  const toolset = cutText(name);
  const which = revision === undefined ? '' : ` with revision ${revision}`;
  return new ToolcribError('E_TOOLSET_NOT_FOUND', `There is no toolset "${toolset}"${which}.`, {
    context: { toolset, ...(revision !== undefined && { revision }) },
  });
}

/** There is one revision only. */
export function nothingBefore(name: string): ToolcribError {
  return new ToolcribError('E_TOOLSET_NOT_FOUND', `The toolset "${name}" has no earlier revision.`, {
    context: { toolset: name },
  });
}

/** Why a plan is not what planning would give now. */
export type StalePlan = {
  readonly name: string;
  /** In words that follow `because`. */
  readonly because: string;
  readonly problems?: readonly ToolsetProblem[];
};

export function planStale({ name, because, problems }: StalePlan): ToolcribError {
  const message = `The plan for the toolset "${name}" is out of date, because ${because}. Nothing has changed; plan again.`;
  return new ToolcribError('E_PLAN_STALE', message, {
    context: { toolset: name, ...(problems && { problems: Object.freeze(problems.slice(0, MAX_LISTED)) }) },
  });
}

/** What the store holds is no toolset. */
export function toolsetCorrupt(key: string, problem: string): ToolcribError {
  return new ToolcribError('E_STORE_CORRUPT', `The document "${key}" is no toolset: ${problem}.`, {
    context: { key },
  });
}
