import { requireKnownOptions } from '../../core/require-known-options.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { invalidOption } from '../invalid-option.ts';
import type { Embed, EmbeddingOptions } from './embedding-options.ts';

/** Options that were checked. */
export interface EmbeddingParts {
  readonly embed: Embed;
  /** Never throws. */
  readonly onFault: (error: unknown) => void;
  readonly batchSize: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

const optionNames: ReadonlySet<string> = new Set<keyof EmbeddingOptions>([
  'embed',
  'onFault',
  'batchSize',
  'timeoutMs',
  'clock',
]);
const DEFAULT_BATCH_SIZE = 64;
const DEFAULT_TIMEOUT_MS = 10_000;
/** A timer for longer than this fires at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * The options with their defaults, or nothing if there is no function.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 */
export function readEmbeddingOptions(options: EmbeddingOptions): EmbeddingParts | undefined {
  requireKnownOptions(options, optionNames);
  const { embed, onFault = warn, batchSize = DEFAULT_BATCH_SIZE } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS, clock = systemClock } = options;
  for (const [option, value] of Object.entries({ embed, onFault })) {
    if (value !== undefined && typeof value !== 'function') throw invalidOption(option, 'must be a function');
  }
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw invalidOption('batchSize', 'must be a whole number above 0');
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw invalidOption('timeoutMs', `must be a whole number from 1 to ${MAX_TIMEOUT_MS}`);
  }
  requireClock(clock);
  return embed === undefined ? undefined : { embed, onFault: quiet(onFault), batchSize, timeoutMs, clock };
}

function requireClock(clock: Clock): void {
  const { setTimer, clearTimer } = Object(clock) as Partial<Clock>;
  if (typeof setTimer === 'function' && typeof clearTimer === 'function') return;
  throw invalidOption('clock', 'must have the methods setTimer and clearTimer');
}

function quiet(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      report(error);
    } catch {
      // Whoever is told of faults has no one else to tell.
    }
  };
}

/** The error of somebody else's client may hold keys. */
function warn(): void {
  // biome-ignore lint/suspicious/noConsole: the one place where a host that asked for nothing learns of it
  console.warn('toolcrib: embed failed and tools are found by words alone; give an onFault to see why.');
}
