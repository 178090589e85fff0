import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { anthropicExecutor } from 'toolcrib/providers/anthropic';
import { openaiResponsesExecutor } from 'toolcrib/providers/openai';
import type { ModelExecutor } from 'toolcrib/runtime';
import { messagesFormat } from '../lib/scripted-anthropic.ts';
import { responsesFormat } from '../lib/scripted-openai.ts';
import { type ScriptedServer, startScriptedServer } from '../lib/scripted-server.ts';
import type { Options, Provider } from './options.ts';
import { playModel } from './scripted/play-model.ts';

/** A provider that can be asked: the real one, or one on this machine that follows a script. */
export interface ModelConnection {
  /** For people: who answers. */
  readonly label: string;
  /** Undefined when the real API is asked. */
  readonly server: ScriptedServer | undefined;
  /** One for each runner, as an executor remembers how it rendered its tools. */
  createExecutor(): ModelExecutor;
  close(): Promise<void>;
}

const models: Readonly<Record<Provider, string>> = { anthropic: 'claude-sonnet-5-5', openai: 'gpt-5.5' };
const formats = { anthropic: messagesFormat, openai: responsesFormat } as const;

/** Connects to a provider. The SDK and the executor are the same, whoever answers. */
export async function connectModel(options: Options): Promise<ModelConnection> {
  const { provider, isScripted, paceMs } = options;
  const model = isScripted ? 'scripted' : (options.model ?? models[provider]);
  const server = isScripted
    ? await startScriptedServer({ format: formats[provider], script: playModel, paceMs })
    : undefined;
  return {
    label: server === undefined ? `${model} of ${provider}` : `scripted, in the format of ${provider}`,
    server,
    createExecutor: () => createExecutor(provider, model, server?.url),
    close: async () => server?.close(),
  };
}

function createExecutor(provider: Provider, model: string, url: string | undefined): ModelExecutor {
  const access = url === undefined ? {} : { apiKey: 'no key is needed', maxRetries: 0 };
  switch (provider) {
    case 'anthropic': {
      const client = new Anthropic({ ...access, ...(url !== undefined && { baseURL: url }) });
      return anthropicExecutor(client, { model, maxTokens: 4_096 });
    }
    case 'openai': {
      const client = new OpenAI({ ...access, ...(url !== undefined && { baseURL: `${url}/v1` }) });
      return openaiResponsesExecutor(client, { model });
    }
  }
}
