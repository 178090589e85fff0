import { estimateTokens } from '../../core/estimate-tokens.ts';
import { describe } from '../field-reader.ts';
import { refuseOption } from '../read-catalog-options.ts';
import type { ToolSpec } from '../tool-spec.ts';

/** An estimate for the three fields that every provider shows to its models. */
function estimateSpec({ name, description = '', inputSchema }: ToolSpec): number {
  return estimateTokens(JSON.stringify({ name, description, inputSchema }));
}

/** A counter whose answers are checked. @throws ConfigError `E_INVALID_OPTION`. */
export function checkCounter(countTokens: unknown): (spec: ToolSpec) => number {
  if (countTokens === undefined) return estimateSpec;
  if (typeof countTokens !== 'function') {
    return refuseOption('countTokens', `must be a function, not ${describe(countTokens)}`);
  }
  return (spec) => {
    const tokens: unknown = countTokens(spec);
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens;
    return refuseOption('countTokens', `must give a number from 0 up, not ${describe(tokens)}`);
  };
}
