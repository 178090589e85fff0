import { invalidOption } from '../invalid-option.ts';
import type { Embed, EmbeddingOptions } from './embedding-options.ts';

/** Options that were checked. */
export interface EmbeddingParts {
  readonly embed: Embed;
  /** Never throws. */
  readonly onFault: (error: unknown) => void;
  readonly batchSize: number;
}

/**
 * The options with their defaults, or nothing if there is no function.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 */
export function readEmbeddingOptions(options: EmbeddingOptions): EmbeddingParts | undefined {
  const { embed, onFault = warn, batchSize = DEFAULT_BATCH_SIZE } = options;
  for (const [option, value] of Object.entries({ embed, onFault })) {
    if (value !== undefined && typeof value !== 'function') throw invalidOption(option, 'must be a function');
  }
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw invalidOption('batchSize', 'must be a whole number above 0');
  }
  return embed === undefined ? undefined : { embed, onFault: quiet(onFault), batchSize };
}

const DEFAULT_BATCH_SIZE = 64;

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
