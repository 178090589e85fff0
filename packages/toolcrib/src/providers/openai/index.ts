export {
  changeChatTools,
  type OpenAiChatToolChange,
  type OpenAiChatToolChoice,
} from './chat/change-chat-tools.ts';
export type {
  OpenAiChatCall,
  OpenAiChatMessage,
  OpenAiChatPart,
  OpenAiChatToolMessage,
  OpenAiChatUserMessage,
} from './chat/chat-message.ts';
export {
  type OpenAiChatClient,
  type OpenAiChatExecutor,
  type OpenAiChatRequest,
  openaiChatExecutor,
} from './chat/openai-chat-executor.ts';
export { type OpenAiChatResponse, readChatCalls } from './chat/read-chat-calls.ts';
export { readChatMessage } from './chat/read-chat-message.ts';
export { renderChatMessages } from './chat/render-chat-messages.ts';
export { renderChatResults } from './chat/render-chat-results.ts';
export { createChatToolRenderer, type OpenAiChatTool, renderChatTools } from './chat/render-chat-tools.ts';
export {
  changeResponsesTools,
  type OpenAiResponsesToolChange,
  type OpenAiResponsesToolChangeOptions,
  type OpenAiResponsesToolChoice,
} from './responses/change-responses-tools.ts';
export {
  type OpenAiResponsesClient,
  type OpenAiResponsesExecutor,
  type OpenAiResponsesExecutorOptions,
  type OpenAiResponsesRequest,
  openaiResponsesExecutor,
} from './responses/openai-responses-executor.ts';
export { type OpenAiResponsesResponse, readResponsesCalls } from './responses/read-responses-calls.ts';
export { readResponsesMessage } from './responses/read-responses-message.ts';
export { renderResponsesMessages } from './responses/render-responses-messages.ts';
export { renderResponsesResults } from './responses/render-responses-results.ts';
export {
  createResponsesToolRenderer,
  type OpenAiResponsesTool,
  renderResponsesTools,
} from './responses/render-responses-tools.ts';
export type {
  OpenAiResponsesAdditionalTools,
  OpenAiResponsesAnswer,
  OpenAiResponsesAnswerPart,
  OpenAiResponsesCall,
  OpenAiResponsesItem,
  OpenAiResponsesLoadedTool,
  OpenAiResponsesOutput,
  OpenAiResponsesPart,
  OpenAiResponsesPhase,
  OpenAiResponsesReasoning,
  OpenAiResponsesToolSearchCall,
  OpenAiResponsesToolSearchOutput,
} from './responses/responses-item.ts';
export type { OpenAiResponsesToolSearch } from './responses/to-request-tools.ts';
