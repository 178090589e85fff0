export type { AdapterOptions } from '../adapter-options.ts';
export type {
  AgentsCallDetails,
  AgentsGuardrail,
  AgentsGuardrailBehavior,
  AgentsOptions,
  AgentsOutputPart,
  AgentsParameters,
  AgentsRunContext,
  AgentsTool,
  AgentsToolCall,
  AgentsToolFactory,
} from './agents-tool.ts';
export { toAgentsTools } from './to-agents-tools.ts';
