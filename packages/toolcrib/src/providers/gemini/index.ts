export { changeTools } from './change-tools.ts';
export type {
  GeminiBlob,
  GeminiContent,
  GeminiFunctionCall,
  GeminiFunctionDeclaration,
  GeminiFunctionResponse,
  GeminiMessageOptions,
  GeminiPart,
  GeminiRenderOptions,
  GeminiResponse,
} from './gemini-types.ts';
export { readCalls } from './read-calls.ts';
export { readMessage } from './read-message.ts';
export { renderMessages } from './render-messages.ts';
export { renderResults } from './render-results.ts';
export { createToolRenderer, renderTools } from './render-tools.ts';
