import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { RenderSelection } from './select-tools-options.ts';

/** What tools take for nobody's provider: their descriptions as JSON. */
export const estimateSelection: RenderSelection = (tools) => ({
  report: {
    tools: tools.map((tool) => ({ tool: tool.name, tokens: estimateTokens(JSON.stringify(tool)) })),
    refused: [],
  },
});
