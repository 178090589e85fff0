import { requireKnownOptions } from '../../core/require-known-options.ts';
import { Tool } from '../../core/tool.ts';
import { invalidOption } from '../invalid-option.ts';
import { estimateSelection } from './estimate-selection.ts';
import type { RenderSelection, SelectToolsOptions } from './select-tools-options.ts';
import { toQueries, type WeightedQuery } from './to-queries.ts';

/** Options that were checked, with their defaults. */
export interface SelectParts extends Pick<SelectToolsOptions, 'caller' | 'signal'> {
  readonly queries: readonly WeightedQuery[];
  readonly budgetTokens: number;
  readonly always: readonly Tool[];
  readonly limit: number;
  readonly render: RenderSelection;
}

const optionNames: ReadonlySet<string> = new Set<keyof SelectToolsOptions>([
  'query',
  'messages',
  'budgetTokens',
  'always',
  'limit',
  'caller',
  'render',
  'signal',
]);
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 500;

/** @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readSelectOptions(options: SelectToolsOptions): SelectParts {
  requireKnownOptions(options, optionNames);
  const { budgetTokens, always = [], limit = DEFAULT_LIMIT, render = estimateSelection } = options;
  if (typeof budgetTokens !== 'number' || !(budgetTokens > 0)) {
    throw invalidOption('budgetTokens', 'must be a number above 0');
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalidOption('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  if (typeof render !== 'function') throw invalidOption('render', 'must be a function');
  checkAlways(always, limit);
  const { caller, signal } = options;
  return { queries: readQueries(options), budgetTokens, always: [...always], limit, render, caller, signal };
}

function checkAlways(always: readonly Tool[], limit: number): void {
  if (!Array.isArray(always) || !always.every((tool) => Tool.isTool(tool))) {
    throw invalidOption('always', 'must be a list of tools');
  }
  const names = always.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidOption('always', `has two tools called "${twice}"`);
  if (names.length > limit) {
    throw invalidOption('always', `has ${names.length} tools, more than the limit of ${limit}`);
  }
}

function readQueries({ query, messages }: SelectToolsOptions): readonly WeightedQuery[] {
  if ((query === undefined) === (messages === undefined)) {
    throw invalidOption('query', 'is required, unless there are messages; not both');
  }
  if (messages !== undefined) {
    if (!Array.isArray(messages)) throw invalidOption('messages', 'must be a list of messages');
    return toQueries(messages);
  }
  if (typeof query !== 'string') throw invalidOption('query', 'must be a text');
  return [{ query, weight: 1 }];
}
