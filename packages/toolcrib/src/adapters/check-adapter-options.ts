import { ConfigError, requireKnownOptions, Tool } from '../index.ts';
import type { AdapterOptions } from './adapter-options.ts';

const optionNames = [
  'tools',
  'caller',
  'approvals',
  'approver',
  'maxMediaBytes',
  'onRecord',
  'onFault',
] as const satisfies (keyof AdapterOptions)[];

/**
 * The options of an adapter, which may have more of a framework's own.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 */
export function checkAdapterOptions(options: AdapterOptions, own: readonly string[]): void {
  requireKnownOptions(options, new Set([...optionNames, ...own]));
  const { approvals, approver, onRecord, onFault, maxMediaBytes } = options;
  if (approvals !== undefined && approvals !== 'framework' && approvals !== 'runtime') {
    throw invalid('approvals', 'must be "framework" or "runtime"');
  }
  if (approver !== undefined && (typeof approver !== 'string' || approver === '')) {
    throw invalid('approver', 'must say who approves');
  }
  for (const [name, observer] of Object.entries({ onRecord, onFault })) {
    if (observer !== undefined && typeof observer !== 'function') throw invalid(name, 'must be a function');
  }
  if (maxMediaBytes !== undefined && !(Number.isInteger(maxMediaBytes) && maxMediaBytes >= 0)) {
    throw invalid('maxMediaBytes', 'must be a whole number of bytes');
  }
}

/** Frameworks look tools up by name, so that the last of two would win. */
export function readTools(tools: readonly Tool[]): readonly Tool[] {
  if (!Array.isArray(tools) || !tools.every((tool) => Tool.isTool(tool))) {
    throw invalid('tools', 'must be an array of tools');
  }
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name)) throw invalid('tools', `has two tools with the name "${name}"`);
    names.add(name);
  }
  return Object.freeze([...tools]);
}

function invalid(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The option ${option} ${problem}.`, { context: { option } });
}
