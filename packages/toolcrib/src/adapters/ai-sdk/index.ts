export type { AdapterOptions } from '../adapter-options.ts';
export type { PassThroughSchema } from '../pass-through-schema.ts';
export type { AnswerPart } from '../tool-desk.ts';
export type { ToolOutput } from '../tool-output.ts';
export type {
  AiSdkApprovalOptions,
  AiSdkCallOptions,
  AiSdkContentPart,
  AiSdkModelOutput,
  AiSdkTool,
} from './ai-sdk-tool.ts';
export { toAiSdkTools } from './to-ai-sdk-tools.ts';
