import { requireKnownOptions } from '../../core/require-known-options.ts';
import { invalidOption } from '../invalid-option.ts';
import type { RenderOptions } from './render-options.ts';

const optionNames: ReadonlySet<string> = new Set<keyof RenderOptions>([
  'strict',
  'rank',
  'retired',
  'maxTools',
  'maxTokens',
]);
const modes: readonly unknown[] = [undefined, 'off', 'exact', 'shape'];

/**
 * A frozen copy of options that were checked.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 */
export function readRenderOptions(options: RenderOptions): RenderOptions {
  requireKnownOptions(options, optionNames);
  const { strict, rank, retired, maxTools, maxTokens } = options;
  if (!modes.includes(strict)) throw invalidOption('strict', 'must be "off", "exact" or "shape"');
  if (!(maxTools === undefined || (Number.isInteger(maxTools) && maxTools > 0))) {
    throw invalidOption('maxTools', 'must be a whole number above 0');
  }
  if (!isPositive(maxTokens)) throw invalidOption('maxTokens', 'must be a number above 0');
  return Object.freeze({
    strict,
    rank: readNames('rank', rank),
    retired: readNames('retired', retired),
    maxTools,
    maxTokens,
  });
}

function readNames(option: string, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [];
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return [...names];
  throw invalidOption(option, 'must be a list of the names of tools');
}

function isPositive(value: number | undefined): boolean {
  return value === undefined || (typeof value === 'number' && value > 0);
}
