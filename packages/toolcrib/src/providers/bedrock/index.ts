export type {
  BedrockBytes,
  BedrockContentBlock,
  BedrockDocumentFormat,
  BedrockImageFormat,
  BedrockJson,
  BedrockMediaBlock,
  BedrockMessage,
  BedrockMessageOptions,
  BedrockReasoning,
  BedrockResponse,
  BedrockTextBlock,
  BedrockTool,
  BedrockToolResult,
  BedrockToolUse,
  BedrockVideoFormat,
} from './bedrock-types.ts';
export { changeTools } from './change-tools.ts';
export { readCalls } from './read-calls.ts';
export { readMessage } from './read-message.ts';
export { renderMessages } from './render-messages.ts';
export { renderResults } from './render-results.ts';
export { createToolRenderer, renderTools } from './render-tools.ts';
