export type { AdapterOptions } from '../adapter-options.ts';
export type { PassThroughSchema } from '../pass-through-schema.ts';
export type { AnswerPart } from '../tool-desk.ts';
export type { ToolOutput } from '../tool-output.ts';
export type {
  MastraCallOptions,
  MastraContentPart,
  MastraInputOptions,
  MastraModelOutput,
  MastraTool,
} from './mastra-tool.ts';
export { toMastraTools } from './to-mastra-tools.ts';
