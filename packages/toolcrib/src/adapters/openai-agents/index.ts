export type { AdapterOptions } from '../adapter-options.ts';
export type {
  AgentsCallDetails,
  AgentsOptions,
  AgentsOutputPart,
  AgentsParameters,
  AgentsRunContext,
  AgentsTool,
  AgentsToolFactory,
} from './agents-tool.ts';
export { toAgentsTools } from './to-agents-tools.ts';
