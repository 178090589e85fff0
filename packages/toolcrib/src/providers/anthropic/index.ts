export {
  type AnthropicExecutor,
  type AnthropicExecutorOptions,
  anthropicExecutor,
} from './anthropic-executor.ts';
export type {
  AnthropicBlock,
  AnthropicClient,
  AnthropicContent,
  AnthropicMessage,
  AnthropicRequest,
  AnthropicTool,
  AnthropicToolReference,
  AnthropicToolResult,
} from './anthropic-types.ts';
export {
  type AnthropicToolChange,
  type AnthropicToolChangeMessage,
  type AnthropicToolChangeOptions,
  changeTools,
} from './change-tools.ts';
export { type AnthropicResponse, readCalls } from './read-calls.ts';
export { readMessage } from './read-message.ts';
export { renderMessages } from './render-messages.ts';
export { renderResults } from './render-results.ts';
export { createToolRenderer, renderTools } from './render-tools.ts';
