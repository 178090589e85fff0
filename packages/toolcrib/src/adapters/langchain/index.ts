export type { AdapterOptions } from '../adapter-options.ts';
export type { PassThroughSchema } from '../pass-through-schema.ts';
export type {
  LangChainApprovalRequest,
  LangChainContentBlock,
  LangChainToolFactory,
  LangChainToolFields,
  LangGraphInterrupt,
  ToolMessageClass,
  ToolMessageFields,
} from './langchain-parts.ts';
export {
  type LangChainMiddlewareConfig,
  type LangChainMiddlewareOptions,
  toLangChainMiddleware,
} from './to-langchain-middleware.ts';
export { type LangChainOptions, toLangChainTools } from './to-langchain-tools.ts';
