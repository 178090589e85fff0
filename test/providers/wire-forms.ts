import type { ToolDescription } from '../../packages/toolcrib/src/core/tool.ts';
import * as anthropic from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import * as bedrock from '../../packages/toolcrib/src/providers/bedrock/index.ts';
import * as gemini from '../../packages/toolcrib/src/providers/gemini/index.ts';
import type {
  RenderOptions,
  ToolCodec,
  ToolRendering,
  ToolReport,
} from '../../packages/toolcrib/src/providers/index.ts';
import * as openai from '../../packages/toolcrib/src/providers/openai/index.ts';
import type { ModelCall } from '../../packages/toolcrib/src/runtime/index.ts';
import { checkAnthropicTools } from './published-rules/anthropic.ts';
import { checkBedrockTools } from './published-rules/bedrock.ts';
import { checkGeminiTools } from './published-rules/gemini.ts';
import { checkOpenAIChatTools } from './published-rules/openai-chat.ts';
import { checkOpenAIResponsesTools } from './published-rules/openai-responses.ts';
import { type Fields, isFields } from './published-rules/schema-walk.ts';

/** What a wire tool says, whatever it is called there. */
export interface WireTool {
  readonly name: string;
  readonly isStrict: boolean;
  /** As JSON Schema. */
  readonly schema: Fields;
}

/** A way to tell a model of tools, and to be told of calls. */
export interface WireForm {
  readonly title: string;
  readonly maxTools: number;
  readonly hasStrict: boolean;
  render(tools: readonly ToolDescription[], options?: RenderOptions): ToolRendering<unknown>;
  /** What breaks the published rules. */
  check(tools: unknown): string[];
  readTool(tool: unknown): WireTool;
  /** The call of a tool, out of an answer in the provider's own shape. Text of JSON is read. */
  readCalls(call: { readonly name: string; readonly args: unknown }, codec: ToolCodec): readonly ModelCall[];
}

export const wireForms: readonly WireForm[] = [
  {
    title: 'Anthropic',
    maxTools: 10_000,
    hasStrict: true,
    render: (tools, options) => anthropic.renderTools(tools, options),
    check: checkAnthropicTools,
    readTool(tool) {
      const { name, strict, input_schema } = fieldsOf(tool);
      return { name: String(name), isStrict: strict === true, schema: fieldsOf(input_schema) };
    },
    readCalls({ name, args }, codec) {
      const content = [
        { type: 'text', text: 'I will look.' },
        { type: 'tool_use', id: 'toolu_1', name, input: args },
      ];
      return anthropic.readCalls({ content, stop_reason: 'tool_use' }, codec);
    },
  },
  {
    title: 'OpenAI Chat Completions',
    maxTools: 128,
    hasStrict: true,
    render: (tools, options) => openai.renderChatTools(tools, options),
    check: checkOpenAIChatTools,
    readTool(tool) {
      const { name, strict, parameters } = fieldsOf(fieldsOf(tool).function);
      return { name: String(name), isStrict: strict === true, schema: schemaOf(parameters) };
    },
    readCalls({ name, args }, codec) {
      const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      const choice = { index: 0, finish_reason: 'tool_calls', message };
      return openai.readChatCalls({ choices: [choice] }, codec).map(parseArguments);
    },
  },
  {
    title: 'OpenAI Responses',
    maxTools: 128,
    hasStrict: true,
    render: (tools, options) => openai.renderResponsesTools(tools, options),
    check: checkOpenAIResponsesTools,
    readTool(tool) {
      const { name, strict, parameters } = fieldsOf(tool);
      return { name: String(name), isStrict: strict === true, schema: schemaOf(parameters) };
    },
    readCalls({ name, args }, codec) {
      const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', status: 'completed' };
      const item = { ...call, name, arguments: JSON.stringify(args) };
      return openai.readResponsesCalls({ status: 'completed', output: [item] }, codec).map(parseArguments);
    },
  },
  geminiForm('json-schema'),
  geminiForm('openapi'),
  {
    title: 'Bedrock Converse',
    // None is published.
    maxTools: 10_000,
    hasStrict: true,
    render: (tools, options) => bedrock.renderTools(tools, options),
    check: checkBedrockTools,
    readTool(tool) {
      const { name, strict, inputSchema } = fieldsOf(fieldsOf(tool).toolSpec);
      return { name: String(name), isStrict: strict === true, schema: fieldsOf(fieldsOf(inputSchema).json) };
    },
    readCalls({ name, args }, codec) {
      const content = [{ toolUse: { toolUseId: 'tooluse_1', name, input: args } }];
      const output = { message: { role: 'assistant', content } };
      return bedrock.readCalls({ output, stopReason: 'tool_use' }, codec);
    },
  },
];

/** Whether a report admits that the wire takes more than the tool does. */
export function isWider({ changes }: ToolReport): boolean {
  return changes.some(
    ({ action, keyword }) => action === 'widened' || (action === 'moved' && keyword !== 'default'),
  );
}

function geminiForm(schema: 'json-schema' | 'openapi'): WireForm {
  return {
    title: `Gemini, ${schema}`,
    maxTools: 512,
    hasStrict: false,
    render: (tools, options) => gemini.renderTools(tools, { ...options, schema }),
    check: checkGeminiTools,
    readTool(tool) {
      const { name, parameters, parametersJsonSchema } = fieldsOf(tool);
      const said = parametersJsonSchema ?? (parameters === undefined ? undefined : toJsonSchema(parameters));
      return { name: String(name), isStrict: false, schema: schemaOf(said) };
    },
    readCalls({ name, args }, codec) {
      const content = { role: 'model', parts: [{ functionCall: { id: 'call_1', name, args } }] };
      return gemini.readCalls({ candidates: [{ content, finishReason: 'STOP' }] } as never, codec);
    },
  };
}

/** Text stays text where there is nothing to decode: the call path reads it. */
function parseArguments(call: ModelCall): ModelCall {
  return typeof call.args === 'string' ? { ...call, args: JSON.parse(call.args) } : call;
}

/** A function whose parameters are left out has none. */
function schemaOf(schema: unknown): Fields {
  return schema === undefined ? { type: 'object', properties: {} } : fieldsOf(schema);
}

function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new Error(`A wire tool has something else there: ${JSON.stringify(value)}`);
  return value;
}

const countKeywords: readonly string[] = [
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
];

/** What a schema of Gemini's own subset means. */
function toJsonSchema(schema: unknown): unknown {
  const { nullable, type, enum: values, ...rest } = fieldsOf(schema);
  const said: [string, unknown][] = Object.entries(rest).map(([keyword, value]) => {
    if (keyword === 'properties') {
      const entries = Object.entries(fieldsOf(value)).map(([name, part]) => [name, toJsonSchema(part)]);
      return [keyword, Object.fromEntries(entries)];
    }
    if (keyword === 'items') return [keyword, toJsonSchema(value)];
    if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map(toJsonSchema)];
    return [keyword, countKeywords.includes(keyword) ? Number(value) : value];
  });
  if (typeof type === 'string') {
    said.push(['type', nullable === true ? [type.toLowerCase(), 'null'] : type.toLowerCase()]);
  }
  if (Array.isArray(values)) said.push(['enum', nullable === true ? [...values, null] : values]);
  return Object.fromEntries(said);
}
