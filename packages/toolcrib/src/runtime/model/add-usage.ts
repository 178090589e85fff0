import type { ModelUsage } from '../../core/model-usage.ts';

/** Nothing was asked of any model. */
export const NO_USAGE: ModelUsage = Object.freeze({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });

/** What both cost. What is no number, as a stranger may give, counts as zero. */
export function addUsage(left: ModelUsage, given: Partial<ModelUsage> | undefined): ModelUsage {
  const right = Object(given) as Partial<ModelUsage>;
  return Object.freeze({
    inputTokens: left.inputTokens + count(right.inputTokens),
    cachedInputTokens: left.cachedInputTokens + count(right.cachedInputTokens),
    outputTokens: left.outputTokens + count(right.outputTokens),
  });
}

/** What is left of one when another is counted elsewhere. */
export function subtractUsage(all: ModelUsage, part: ModelUsage): ModelUsage {
  return {
    inputTokens: all.inputTokens - part.inputTokens,
    cachedInputTokens: all.cachedInputTokens - part.cachedInputTokens,
    outputTokens: all.outputTokens - part.outputTokens,
  };
}

function count(tokens: unknown): number {
  return typeof tokens === 'number' && tokens > 0 && tokens <= Number.MAX_SAFE_INTEGER ? tokens : 0;
}
